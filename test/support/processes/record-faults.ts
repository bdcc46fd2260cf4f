import type { Database } from '#server/db/connect'
import { containers, corrections, eventCounters, events } from '#server/db/schema/record'
import { judgeOperation } from '#server/record/verify/judge'
import type { Press } from './kill-load.ts'

type EventRow = typeof events.$inferSelect
type OperationRow = typeof containers.$inferSelect
type CorrectionRow = typeof corrections.$inferSelect
type CounterRow = typeof eventCounters.$inferSelect

/** Everything that the product has on record, read in one moment. */
export interface RecordBook {
  events: EventRow[]
  operations: OperationRow[]
  corrections: CorrectionRow[]
  counters: CounterRow[]
}

export async function readRecord({ orm }: Database): Promise<RecordBook> {
  return orm.transaction(
    async (tx) => ({
      events: await tx.select().from(events).orderBy(events.id),
      operations: await tx.select().from(containers),
      corrections: await tx.select().from(corrections),
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
  return [...pressFaults(record, presses), ...strangers(record, presses), ...chainFaults(record)]
}

/** The same of the record alone, which may grow meanwhile. */
export const chainFaults = (record: RecordBook): string[] => [
  ...counterFaults(record),
  ...operationFaults(record),
  ...activeFaults(record),
]

/** How many of the presses that were acknowledged are not on record, and how many are there more than once. */
export function lostAndTwice({ events }: RecordBook, acknowledged: readonly Press[]) {
  const stored = grouped(events, nameOf)
  const counts = acknowledged.map((press) => stored.get(nameOf(press))?.length ?? 0)
  return { lost: counts.filter((n) => n === 0).length, twice: counts.filter((n) => n > 1).length }
}

const nameOf = ({ userId, eventId }: { userId: number; eventId: string }): string => `${userId} ${eventId}`

function pressFaults({ events }: RecordBook, presses: readonly Press[]): string[] {
  const stored = grouped(events, nameOf)
  const faults: string[] = []
  for (const press of presses) {
    const rows = stored.get(nameOf(press)) ?? []
    const name = `${press.eventType} ${press.eventId}`
    if (rows.length > 1) faults.push(`${name}: recorded ${rows.length} times`)
    if (press.acknowledged > 0 && rows.length === 0) faults.push(`${name}: acknowledged, and lost`)
    if (press.acknowledged === 0 && press.unknown === 0 && rows.length > 0)
      faults.push(`${name}: refused, and recorded`)
    if (rows[0] && rows[0].eventType !== press.eventType)
      faults.push(`${name}: recorded as ${rows[0].eventType}`)
  }
  return faults
}

function strangers({ events }: RecordBook, presses: readonly Press[]): string[] {
  const known = new Set(presses.map(nameOf))
  return events
    .filter((row) => !known.has(nameOf(row)))
    .map((row) => `${row.eventType} ${nameOf(row)}: nobody pressed it`)
}

function counterFaults({ events, operations, corrections, counters }: RecordBook): string[] {
  const faults: string[] = []
  const owners = new Map(operations.map(({ operationKey, userId }) => [operationKey, userId]))
  const records = [
    ...events,
    ...corrections.map((row) => ({ ...row, userId: owners.get(row.operationKey) ?? 0 })),
  ]
  for (const [tenant, rows] of grouped(records, ({ supervisorId, userId }) => supervisorId ?? userId)) {
    if (!withoutHoles(rows.map(({ seq }) => seq)))
      faults.push(`supervisor ${tenant}: numbers with holes or twice`)
    const last = counters.find(({ tenantId }) => tenantId === tenant)?.lastSeq
    if (last !== rows.length) faults.push(`supervisor ${tenant}: counter ${last}, ${rows.length} records`)
  }
  return faults
}

/** As `npm run verify` judges them. */
function operationFaults({ events, operations, corrections }: RecordBook): string[] {
  const byOperation = grouped(events, ({ operationKey }) => operationKey)
  const corrected = grouped(corrections, ({ operationKey }) => operationKey)
  return operations.flatMap((operation) => {
    const own = (byOperation.get(operation.operationKey) ?? []).sort((a, b) => a.position - b.position)
    const fault = judgeOperation({
      operation,
      events: own,
      corrections: corrected.get(operation.operationKey) ?? [],
    })
    return fault ? [`${fault.operationKey} ${fault.position ?? ''}: ${fault.kind}`] : []
  })
}

function activeFaults({ operations }: RecordBook): string[] {
  const active = operations.filter(({ isActive }) => isActive)
  return [...grouped(active, ({ userId }) => userId)]
    .filter(([, rows]) => rows.length > 1)
    .map(([userId, rows]) => `operator ${userId} has ${rows.length} active operations`)
}
