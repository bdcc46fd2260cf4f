import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/connect'
import { connectBeside, FROM_BUILD, startServer } from '../../support/processes/server-process.ts'

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

/**
 * A zone in which it is the afternoon now. Journeys make trips that began hours ago; at any time of the machine's clock
 * says, those lie within the same day and month of the product.
 */
const AFTERNOON = (() => {
  // No zone is further east than 14 hours, so just after midnight in Greenwich the afternoon is younger.
  const east = Math.min(14, 15 - new Date().getUTCHours())
  // POSIX names count westward.
  return east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
})()

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
