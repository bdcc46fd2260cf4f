import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/connect'
import { openAsOwner } from '#server/db/start/open'

/**
 * The database that DATABASE_URL names, or the product's own embedded PostgreSQL, set up as delivered, in DATA_DIR or
 * in a folder that goes away with `close`.
 */
export async function benchDatabase(): Promise<Database> {
  const databaseUrl = process.env.DATABASE_URL || null
  const kept = process.env.DATA_DIR
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'acarreo-bench-')))
  const database = await openAsOwner(
    { dataDir, databaseUrl, databaseOwnerUrl: null },
    { tell: () => {}, onError: (error) => console.error(error.message) },
  )
  return {
    ...database,
    async close() {
      await database.close()
      if (!kept) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
