import type { MigrationMeta } from 'drizzle-orm/migrator'
import { type Database, inLongTransaction, type Tx } from '../connect.ts'
import { innermostMessage } from '../errors.ts'
import { type AppliedMigration, applyMigrations, knownMigrations, takeMigrationTurn } from '../migrate.ts'
import { grantProduct } from '../rights.ts'
import type { Counts } from './dump.ts'
import {
  continueAfter,
  dropSchema,
  holdTables,
  insertRows,
  keepTriggersOut,
  letTriggersIn,
  setAsideIndexes,
  takeStatistics,
} from './queries.ts'
import { type DumpKeys, readDump } from './read.ts'

/** Nothing was changed; the message is a sentence for the person at the terminal. */
export class RestoreRefused extends Error {}

/** The file was read to its end and its rows fit, and they are not what was recorded. */
export class BackupAltered extends RestoreRefused {
  /** In one sentence. */
  readonly fault: string
  constructor(fault: string) {
    super(
      `${fault} No se cambió nada. Restaure otro respaldo o, para conservar este tal como está: npm run restore -- ARCHIVO --altered`,
    )
    this.fault = fault
  }
}

export interface Restoring extends DumpKeys {
  path: string
  /** The role as which the product runs; null: as the owner. */
  role: string | null
  /** Judges the restored rows before the commit; returns the first fault in one sentence. */
  judge(tx: Tx): Promise<string | null>
  /** Restores them with their fault. */
  evenAltered?: boolean
}

export interface Restored {
  /** When the backup was made, ISO 8601. */
  at: string
  counts: Counts
  fault: string | null
}

/**
 * Fills an empty database from a backup, in one transaction: its schema is made as it was where the file was written, the
 * rows come, and the migrations since then run over them, as in an upgrade. Reads the file twice: first to check that it is
 * complete. Throws `RestoreRefused` or `DumpError`.
 */
export async function restoreBackup(
  owner: Pick<Database, 'pool'>,
  { path, role, judge, evenAltered = false, ...keys }: Restoring,
): Promise<Restored> {
  const { at, level } = await check(path, keys)
  const migrations = knownMigrations()
  return inLongTransaction(owner, async (tx) => {
    await takeMigrationTurn(tx)
    await makeRoom(tx)
    await applyMigrations(tx, migrations.slice(0, level))
    const counts = await fill(tx, path, keys)
    await applyMigrations(tx, migrations)
    if (role !== null) await grantProduct(tx, role)
    await takeStatistics(tx)
    const fault = await judge(tx)
    if (fault !== null && !evenAltered) throw new BackupAltered(fault)
    return { at, counts, fault }
  })
}

async function makeRoom(tx: Tx): Promise<void> {
  const filled = await holdTables(tx).catch(refuse('Otro programa usa la base de datos'))
  if (filled.length > 0) {
    throw new RestoreRefused(
      `La base de datos no está vacía (${filled.join(', ')}): solo se restaura en una vacía. No se cambió nada.`,
    )
  }
  await dropSchema(tx).catch(refuse('No se pudieron quitar las tablas vacías'))
}

async function fill(tx: Tx, path: string, keys: DumpKeys): Promise<Counts> {
  const counts: Counts = {}
  await keepTriggersOut(tx)
  const makeIndexes = await setAsideIndexes(tx)
  for await (const piece of readDump(path, keys)) {
    if (piece.kind === 'rows') {
      const { table, columns, rows } = piece
      await insertRows(tx, table, columns, rows).catch(
        refuse(`Los renglones de ${table} no caben en la base de datos`),
      )
      counts[table] = (counts[table] ?? 0) + rows.length
    } else if (piece.kind === 'sequences') {
      await continueAfter(tx, piece.newest)
    }
  }
  await makeIndexes().catch(refuse('Los renglones no caben en la base de datos'))
  await letTriggersIn(tx)
  return counts
}

/** Of an error its cause alone: what is around it repeats the rows, and in them password hashes and addresses. */
const refuse =
  (what: string) =>
  (error: unknown): never => {
    throw new RestoreRefused(`${what}: ${innermostMessage(error)}. No se cambió nada.`)
  }

/** Reads the whole file. `level`: how many migrations it was written under. */
async function check(path: string, keys: DumpKeys): Promise<{ at: string; level: number }> {
  let found = { at: '', level: 0 }
  for await (const piece of readDump(path, keys)) {
    if (piece.kind !== 'head') continue
    const { kind, about } = piece.head
    if (kind === 'acarreo-archive') {
      throw new RestoreRefused('El archivo es el de un supervisor eliminado, no un respaldo completo.')
    }
    found = { at: String(about.at), level: levelOf(about.migrations, knownMigrations()) }
  }
  return found
}

/** Of a file of this version or an earlier one: it has run the first of our migrations, and no others. */
function levelOf(written: unknown, known: readonly MigrationMeta[]): number {
  const migrations = Array.isArray(written) ? (written as AppliedMigration[]) : []
  if (migrations.length > 0 && migrations.every(({ hash }, i) => hash === known[i]?.hash))
    return migrations.length
  throw new RestoreRefused(
    'El respaldo es de una versión más nueva de Acarreo que esta. Actualice primero y restáurelo después.',
  )
}
