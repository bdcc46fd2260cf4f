import { hash } from 'node:crypto'
import { type OperationResponse, operationResponse } from '#contract/http/operations'
import type { DestinationPayload } from '#contract/live/messages'
import { type Cursor, caughtUp, cursorAt, hasGap, isKnown, take } from '#domain/live/catch-up'
import { type Recorded, seqOf } from './bus.ts'

/** An active operation. Its `totalDuration` is that of some instant; answers compute their own. */
export interface BoardRow {
  operationId: number
  operation: OperationResponse
}

/** A tenant's active operations, newest first, after the event `seq`. */
export interface TenantSnapshot {
  rows: BoardRow[]
  seq: number
}

interface Entry extends BoardRow {
  /** Number of the event, or of the snapshot, that it comes from. */
  seq: number
  startedAt: number
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
  reading: Promise<TenantSnapshot> | null
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

export const tenantOf = ({ supervisorId, userId }: Recorded): number => supervisorId ?? userId

/** Applies a record. Order does not matter, and repeating one is harmless (idempotent). */
export function takeIn(tenant: TenantState, message: Recorded): void {
  const { operation, operationId } = message
  const seq = seqOf(message)
  const known = tenant.entries.get(operation.containerId)
  if (isKnown(tenant.cursor, seq)) {
    // A duplicate message, or a `seq` given twice because an older database was restored.
    if (known ? known.operation.version < operation.version : operation.isActive) tenant.confirmedAt = null
    return
  }
  tenant.cursor = take(tenant.cursor, seq)
  tenant.list = null
  if (!known || known.operation.version < operation.version) {
    put(tenant, entryOf({ operationId, operation }, seq))
  }
  dropEnded(tenant)
}

/** Applies a change of where an operation goes. An unknown one is read with its tenant. */
export function takeDestination(
  tenant: TenantState,
  { containerId, ...destination }: DestinationPayload,
): void {
  const entry = tenant.entries.get(containerId)
  if (!entry) return
  entry.operation = { ...entry.operation, ...destination }
  entry.tag = null
  tenant.list = null
}

/** Replaces what is older than the snapshot. Its `seq` is not below the cursor. */
export function takeSnapshot(tenant: TenantState, { rows, seq }: TenantSnapshot): void {
  const newer = [...tenant.entries.values()].filter((entry) => entry.seq > seq)
  tenant.entries = new Map()
  tenant.byOperator = new Map()
  tenant.ended = new Set()
  tenant.list = null
  for (const row of rows) put(tenant, entryOf(row, seq))
  for (const entry of newer) put(tenant, entry)
  tenant.cursor = caughtUp(tenant.cursor, seq)
  dropEnded(tenant)
}

function put(tenant: TenantState, entry: Entry): void {
  const { containerId: key, userId, isActive } = entry.operation
  tenant.entries.set(key, entry)
  const current = tenant.byOperator.get(userId)
  const isSame = current?.operation.containerId === key
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

const entryOf = (row: BoardRow, seq: number): Entry => ({
  ...row,
  seq,
  startedAt: Date.parse(row.operation.startTime),
  tag: null,
})

export const activeOf = (tenant: TenantState) =>
  [...tenant.entries.values()].filter(({ operation }) => operation.isActive)

/** What stands in the tag: every field but the one that changes with the clock. */
const TAGGED = (Object.keys(operationResponse.shape) as (keyof OperationResponse)[]).filter(
  (key) => key !== 'totalDuration',
)

const digest = (text: string): string => hash('sha1', text, 'base64url')

/**
 * The version of an operation's content, for an ETag. Not its number of events: after an older backup was restored, the
 * same number can stand for another event. Every process computes the same, after a restart too.
 */
export const tagOf = (operation: OperationResponse): string =>
  digest(JSON.stringify(TAGGED.map((key) => operation[key] ?? null)))

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
      (a, b) => b.startedAt - a.startedAt || b.operationId - a.operationId,
    )
    tenant.list = { entries, tag: listTag(tenant.cursor.upTo, entries.map(entryTag)) }
  }
  return tenant.list
}
