import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createNamedDatabase } from '../support/database.ts'
import { startServer } from '../support/processes/server-process.ts'

const KEY = 'una clave que reemplaza a la generada'

/** An own database, and a folder for the processes that share it. */
async function installation() {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-folder-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { url, ownerUrl, drop } = await createNamedDatabase()
  onTestFinished(drop)
  return { dataDir, env: { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } }
}

test('a second process with DATABASE_URL on the same folder is refused; after the first has gone it starts', async () => {
  const { dataDir, env } = await installation()
  const start = (folder: string) => startServer(folder, inject('program'), { env })
  const first = await start(dataDir)
  const refused = await start(dataDir).catch((error: Error) => error.message)
  expect(refused).toContain(`Ya hay un Acarreo en marcha (proceso ${first.pid}) con la carpeta de datos`)
  // Its stack is nobody's business.
  expect(refused).not.toMatch(/\n\s+at /)

  const elsewhere = await start(join(dataDir, 'other'))
  await elsewhere.stop()
  // No time to clean up.
  await first.kill()
  const next = await start(dataDir)
  await next.stop()
})

test('the start says that ADMIN_KEY has replaced the key in the folder, in one line', async () => {
  const { dataDir, env } = await installation()
  const started = async (kept: string) => {
    await writeFile(join(dataDir, 'admin-key'), `${kept}\n`, { mode: 0o600 })
    const server = await startServer(dataDir, inject('program'), { env: { ...env, ADMIN_KEY: KEY } })
    await server.stop()
    return server.said.filter((line) => line.includes('admin-key'))
  }
  expect(await started('la clave generada en el primer arranque')).toEqual([
    expect.stringContaining(`ADMIN_KEY está puesta, así que ${dataDir}/admin-key ya no abre nada: bórrelo.`),
  ])
  expect(await started(KEY)).toEqual([])
})
