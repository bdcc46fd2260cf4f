import { openEmbedded } from '#embedded-postgres/open'
import type { Config } from '../config.ts'
import { connect, type Database } from './connect.ts'
import { migrateDatabase } from './migrate.ts'

/** The database of this configuration, migrated: an own embedded PostgreSQL, or the one that DATABASE_URL names. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { say, onError }: { say: (line: string) => void; onError: (error: Error) => void },
): Promise<Database> {
  if (config.databaseUrl !== null) {
    return migrated(connect({ connectionString: config.databaseUrl }, { onError }))
  }
  const postgres = await openEmbedded({ dataDir: config.dataDir, say })
  const database = connect(postgres.connection, { onError })
  const close = async (): Promise<void> => {
    await database.close()
    await postgres.stop()
  }
  return migrated({ ...database, close })
}

async function migrated(database: Database): Promise<Database> {
  try {
    await migrateDatabase(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
