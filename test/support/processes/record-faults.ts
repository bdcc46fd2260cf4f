import { intervalSeconds } from '#domain/operation/decide'
import { isActive } from '#domain/operation/state'
import type { Database } from '#server/db/connect'
import { containers, eventCounters, events } from '#server/db/schema'
import { replay } from '../replay.ts'
import type { Press } from './kill-load.ts'

type EventRow = typeof events.$inferSelect
type OperationRow = typeof containers.$inferSelect
type CounterRow = typeof eventCounters.$inferSelect

/** Everything that the product has on record, read in one moment. */
export interface RecordBook {
  events: EventRow[]
  operations: OperationRow[]
  counters: CounterRow[]
}

export async function readRecord({ orm }: Database): Promise<RecordBook> {
  return orm.transaction(
    async (tx) => ({
      events: await tx.select().from(events).orderBy(events.id),
      operations: await tx.select().from(containers),
      counters: await tx.select().from(eventCounters),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function grouped<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

const withoutHoles = (numbers: readonly number[]): boolean =>
  [...numbers].sort((a, b) => a - b).every((n, i) => n === i + 1)

/**
 * What is wrong with the record, in plain words; empty when it is whole: every acknowledged press once, none that was
 * refused, no number twice or missing, every operation exactly what its events say, every interval closed rightly.
 */
export function recordFaults(record: RecordBook, presses: readonly Press[]): string[] {
  return [
    ...pressFaults(record, presses),
    ...counterFaults(record),
    ...operationFaults(record),
    ...activeFaults(record),
  ]
}

function pressFaults({ events }: RecordBook, presses: readonly Press[]): string[] {
  const stored = grouped(events, ({ userId, eventId }) => `${userId} ${eventId}`)
  const known = new Set(presses.map(({ userId, eventId }) => `${userId} ${eventId}`))
  const faults: string[] = []
  for (const press of presses) {
    const rows = stored.get(`${press.userId} ${press.eventId}`) ?? []
    const name = `${press.eventType} ${press.eventId}`
    if (rows.length > 1) faults.push(`${name}: recorded ${rows.length} times`)
    if (press.acknowledged > 0 && rows.length === 0) faults.push(`${name}: acknowledged, and lost`)
    if (press.acknowledged === 0 && press.unknown === 0 && rows.length > 0)
      faults.push(`${name}: refused, and recorded`)
    if (rows[0] && rows[0].eventType !== press.eventType)
      faults.push(`${name}: recorded as ${rows[0].eventType}`)
  }
  for (const [key, [row]] of stored)
    if (!known.has(key)) faults.push(`${row?.eventType} ${key}: nobody pressed it`)
  return faults
}

function counterFaults({ events, counters }: RecordBook): string[] {
  const faults: string[] = []
  for (const [tenant, rows] of grouped(events, ({ supervisorId, userId }) => supervisorId ?? userId)) {
    if (!withoutHoles(rows.map(({ seq }) => seq)))
      faults.push(`supervisor ${tenant}: numbers with holes or twice`)
    const last = counters.find(({ tenantId }) => tenantId === tenant)?.lastSeq
    if (last !== rows.length) faults.push(`supervisor ${tenant}: counter ${last}, ${rows.length} events`)
  }
  return faults
}

function operationFaults({ events, operations }: RecordBook): string[] {
  const byOperation = grouped(events, ({ operationKey }) => operationKey)
  const faults: string[] = []
  for (const operation of operations) {
    const rows = [...(byOperation.get(operation.operationKey) ?? [])].sort((a, b) => a.position - b.position)
    if (!withoutHoles(rows.map(({ position }) => position))) {
      faults.push(`${operation.operationKey}: positions ${rows.map(({ position }) => position)}`)
      continue
    }
    const state = replay(
      rows.map((row) => ({
        type: row.eventType,
        operationType: row.operationType,
        occurredAt: row.timestamp.getTime(),
      })),
    )
    const wanted = state && {
      operationType: state.operationType,
      newestEventType: state.newestEventType,
      newestStepType: state.newestStepType,
      newestStepAt: state.newestStepAt,
      startedAt: state.startedAt,
      newestEventAt: state.newestEventAt,
      version: state.version,
      isActive: isActive(state),
    }
    const found = {
      operationType: operation.operationType,
      newestEventType: operation.newestEventType,
      newestStepType: operation.newestStepType,
      newestStepAt: operation.newestStepAt.getTime(),
      startedAt: operation.startedAt.getTime(),
      newestEventAt: operation.newestEventAt.getTime(),
      version: operation.version,
      isActive: operation.isActive,
    }
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      faults.push(`${operation.operationKey}: ${JSON.stringify(found)} for ${JSON.stringify(wanted)}`)
    }
    faults.push(...durationFaults(rows))
  }
  return faults
}

function durationFaults(rows: readonly EventRow[]): string[] {
  return rows.flatMap((row, i) => {
    const [first, next] = [rows[0], rows[i + 1]]
    const from = row.timestamp.getTime()
    let wanted: number | null = null
    if (next) wanted = intervalSeconds(from, next.timestamp.getTime())
    else if (row.eventType === 'end_trip' && first) wanted = intervalSeconds(first.timestamp.getTime(), from)
    return row.duration === wanted
      ? []
      : [`${row.operationKey} ${row.position}: duration ${row.duration} for ${wanted}`]
  })
}

function activeFaults({ operations }: RecordBook): string[] {
  const active = operations.filter(({ isActive }) => isActive)
  return [...grouped(active, ({ userId }) => userId)]
    .filter(([, rows]) => rows.length > 1)
    .map(([userId, rows]) => `operator ${userId} has ${rows.length} active operations`)
}
