import { join } from 'node:path'
import type { EmbeddedPostgres } from './open.ts'
import { recorded } from './orphan.ts'
import { socketPort } from './run-folder.ts'

/** How to reach the database that runs on this data folder, beside the process that opened it; null: none runs. */
export function runningConnection(dataDir: string, name: string): EmbeddedPostgres['connection'] | null {
  const { runFolder } = recorded(join(dataDir, 'postgres'))
  return runFolder ? { host: runFolder, port: socketPort, user: name, database: name } : null
}
