import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/connect'
import { connectBeside, FROM_BUILD, startServer } from '../../support/processes/server-process.ts'
import { AFTERNOON } from './afternoon.ts'

/** The built product as a separate process, on a temporary data folder. */
export interface Product {
  origin: string
  /** Opens its administrator's console. */
  adminKey: string
  /** `kill -9`. */
  crash(): Promise<void>
  /** Up again after a crash, on the same folder and port. */
  restart(): Promise<void>
  /** Its database as it stands, past the server. */
  database(): Database
  /** Stops it as an operator would, and forgets its data. */
  dispose(): Promise<void>
}

/** `setting`: further variables of its environment. */
export async function startProduct(setting: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-e2e-'))
  const adminKey = randomBytes(24).toString('base64url')
  const options = { timezone: AFTERNOON, env: { ADMIN_KEY: adminKey, ...setting } }
  let server = await startServer(dataDir, FROM_BUILD, options)
  const port = Number(new URL(server.origin).port)
  return {
    origin: `http://localhost:${port}`,
    adminKey,
    crash: () => server.kill(),
    async restart() {
      server = await startServer(dataDir, FROM_BUILD, { ...options, port })
    },
    database: () => connectBeside(dataDir),
    async dispose() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
