import { hash } from 'node:crypto'
import { type Cursor, caughtUp, cursorAt, hasGap, isKnown, take } from '#domain/live/catch-up'
import type { ActiveOperations } from '../record/read/operations.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../record/rows.ts'
import { productVersion } from '../version.ts'
import { type Destination, type Recorded, seqOf } from './bus/bus.ts'

interface Entry {
  operation: OperationRow
  /** Number of the event, or of the snapshot, that it comes from. */
  seq: number
  /** Of its content (`tagOf`); null: not computed yet. */
  tag: string | null
}

export interface TenantState {
  /** By operation key. Ended operations stay while an older message could still revive them. */
  entries: Map<string, Entry>
  /** The active operation of each operator. */
  byOperator: Map<number, Entry>
  /** Keys of the ended operations in `entries`. */
  ended: Set<string>
  /** The active operations in the order of an answer; null: changed since they were sorted. */
  list: { entries: readonly Entry[]; tag: string } | null
  cursor: Cursor
  /** Start of the newest valid read (monotonic milliseconds); null: never read, or messages were missed. */
  confirmedAt: number | null
  /** The database has fewer events than the board: an older one was restored. */
  setBack: boolean
  reading: Promise<ActiveOperations> | null
}

export const emptyTenant = (): TenantState => ({
  entries: new Map(),
  byOperator: new Map(),
  ended: new Set(),
  list: null,
  cursor: cursorAt(0),
  confirmedAt: null,
  setBack: false,
  reading: null,
})

/** A copy that can take in messages by itself. */
export const copyOf = (tenant: TenantState): TenantState => ({
  ...tenant,
  entries: new Map(tenant.entries),
  byOperator: new Map(tenant.byOperator),
  ended: new Set(tenant.ended),
})

/** Whether the tenant lacks what this row of an operation says. */
export function isBehind(tenant: TenantState, operation: OperationRow): boolean {
  const known = tenant.entries.get(operation.operationKey)
  return known ? known.operation.version < operation.version : operation.isActive
}

/** Applies a record. Order does not matter, and repeating one is harmless (idempotent). */
export function takeIn(tenant: TenantState, message: Recorded): void {
  const { operation } = message
  const seq = seqOf(message)
  const known = tenant.entries.get(operation.operationKey)
  if (isKnown(tenant.cursor, seq)) {
    // A duplicate message, or a `seq` given twice because an older database was restored.
    if (isBehind(tenant, operation)) tenant.confirmedAt = null
    return
  }
  tenant.cursor = take(tenant.cursor, seq)
  tenant.list = null
  if (!known || known.operation.version < operation.version) {
    put(tenant, entryOf(operation, seq))
  }
  dropEnded(tenant)
}

/** Applies a change of where an operation goes. An unknown one is read with its tenant. */
export function takeDestination(tenant: TenantState, { operationKey, ...destination }: Destination): void {
  const entry = tenant.entries.get(operationKey)
  if (!entry) return
  entry.operation = { ...entry.operation, ...destination }
  entry.tag = null
  tenant.list = null
}

/** Replaces what is older than the snapshot. Its `seq` is not below the cursor. */
export function takeSnapshot(tenant: TenantState, { operations, seq }: ActiveOperations): void {
  const newer = [...tenant.entries.values()].filter((entry) => entry.seq > seq)
  tenant.entries = new Map()
  tenant.byOperator = new Map()
  tenant.ended = new Set()
  tenant.list = null
  for (const operation of operations) put(tenant, entryOf(operation, seq))
  for (const entry of newer) put(tenant, entry)
  tenant.cursor = caughtUp(tenant.cursor, seq)
  dropEnded(tenant)
}

function put(tenant: TenantState, entry: Entry): void {
  const { operationKey: key, userId, isActive } = entry.operation
  tenant.entries.set(key, entry)
  const current = tenant.byOperator.get(userId)
  const isSame = current?.operation.operationKey === key
  if (!isActive) {
    tenant.ended.add(key)
    if (isSame) tenant.byOperator.delete(userId)
    return
  }
  // Open again: its end was retracted.
  tenant.ended.delete(key)
  if (!current || isSame || current.seq < entry.seq) {
    // A late message of an earlier operation does not hide the one that followed it.
    tenant.byOperator.set(userId, entry)
  }
}

/** While a `seq` is missing, ended operations stay: the missing message would revive them. */
function dropEnded(tenant: TenantState): void {
  if (hasGap(tenant.cursor)) return
  for (const key of tenant.ended) tenant.entries.delete(key)
  tenant.ended.clear()
}

const entryOf = (operation: OperationRow, seq: number): Entry => ({ operation, seq, tag: null })

export const activeOf = (tenant: TenantState) =>
  [...tenant.entries.values()].filter(({ operation }) => operation.isActive)

/** In a fixed order, so that a row of the database and one of a message have the same tag. */
const TAGGED = Object.keys(OPERATION_COLUMNS) as (keyof OperationRow)[]

const digest = (text: string): string => hash('sha1', text, 'base64url')

/**
 * The version of an operation's content, for an ETag. Not its number of events: after an older backup was restored, the
 * same number can stand for another event. Every process of a version computes the same, after a restart too.
 */
export const tagOf = (operation: OperationRow): string =>
  digest(JSON.stringify([productVersion, ...TAGGED.map((key) => operation[key])]))

export function entryTag(entry: Entry): string {
  entry.tag ??= tagOf(entry.operation)
  return entry.tag
}

/** The version of a list in this order. */
export const listTag = (seq: number, tags: readonly string[]): string => `${seq}.${digest(tags.join())}`

/** Ordered as in the database: newest start first, then the higher row id. Sorted and hashed once for each change. */
export function listOf(tenant: TenantState): { entries: readonly Entry[]; tag: string } {
  if (tenant.list === null) {
    const entries = activeOf(tenant).sort(
      ({ operation: a }, { operation: b }) => b.startedAt.getTime() - a.startedAt.getTime() || b.id - a.id,
    )
    tenant.list = { entries, tag: listTag(tenant.cursor.upTo, entries.map(entryTag)) }
  }
  return tenant.list
}
