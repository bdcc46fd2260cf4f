import type { Orm, Queryable } from '../connect.ts'
import { innermostMessage } from '../errors.ts'
import type { Counts } from './dump.ts'
import {
  type AppliedMigration,
  appliedMigrations,
  continueAfter,
  holdTables,
  insertRows,
  keepTriggersOut,
  letTriggersIn,
} from './queries.ts'
import { readDump } from './read.ts'
import { partOf } from './rows.ts'
import { BACKED_UP } from './tables.ts'

/** Nothing was changed; the message is a sentence for the person at the terminal. */
export class RestoreRefused extends Error {}

export interface Restored {
  /** When the backup was made, ISO 8601. */
  at: string
  counts: Counts
}

/**
 * Fills an empty, migrated database from a backup, in one transaction. Reads the file twice: first to check that it is
 * complete and fits the schema. `key` opens an encrypted one. Throws `RestoreRefused` or `DumpError`.
 */
export async function restoreBackup(orm: Orm, path: string, key: string | null): Promise<Restored> {
  const { at } = await check(orm, path, key)
  return orm.transaction(async (tx) => {
    const filled = await holdTables(tx)
    if (filled.length > 0) {
      throw new RestoreRefused(
        `La base de datos no está vacía (${filled.join(', ')}): solo se restaura en una vacía. No se cambió nada.`,
      )
    }
    await keepTriggersOut(tx)
    const counts: Counts = {}
    for await (const piece of readDump(path, key)) {
      if (piece.kind === 'rows') {
        const { table, columns, rows } = piece
        await insertRows(tx, table, columns, rows).catch((error) => refuseRows(table, error))
        counts[table] = (counts[table] ?? 0) + rows.length
      } else if (piece.kind === 'sequences') {
        await continueAfter(tx, piece.newest)
      }
    }
    await letTriggersIn(tx)
    return { at, counts }
  })
}

/** By its cause alone: the error around it repeats the rows, and in them password hashes and addresses. */
function refuseRows(table: string, error: unknown): never {
  throw new RestoreRefused(
    `Los renglones de ${table} no caben en la base de datos: ${innermostMessage(error)}. No se cambió nada.`,
  )
}

async function check(db: Queryable, path: string, key: string | null): Promise<{ at: string }> {
  const known = new Map(BACKED_UP.map((table) => partOf(table)).map((part) => [part.name, part.columns]))
  let at = ''
  for await (const piece of readDump(path, key)) {
    if (piece.kind === 'head') {
      const { kind, about } = piece.head
      if (kind === 'acarreo-archive') {
        throw new RestoreRefused('El archivo es el de un supervisor eliminado, no un respaldo completo.')
      }
      at = String(about.at)
      checkMigrations(about.migrations as AppliedMigration[], await appliedMigrations(db))
    } else if (piece.kind === 'rows') {
      const columns = known.get(piece.table)
      const unknown = columns ? piece.columns.find((name) => !columns.includes(name)) : '*'
      // Skipping an unknown table or column would lose data silently.
      if (unknown) {
        throw new RestoreRefused(
          `Esta versión de Acarreo no tiene lugar para ${piece.table}.${unknown} del respaldo. Restáurelo con la versión que lo escribió y actualice después.`,
        )
      }
    }
  }
  return { at }
}

function checkMigrations(written: readonly AppliedMigration[], here: readonly AppliedMigration[]): void {
  const hashes = new Set(here.map(({ hash }) => hash))
  if (Array.isArray(written) && written.every(({ hash }) => hashes.has(hash))) return
  throw new RestoreRefused(
    'El respaldo es de una versión más nueva de Acarreo que esta. Actualice primero y restáurelo después.',
  )
}
