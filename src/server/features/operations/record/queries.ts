import { getTableColumns } from 'drizzle-orm'
import type pg from 'pg'
import { containers, events } from '../../../db/schema.ts'

export type OperationRow = typeof containers.$inferSelect
export type EventRow = typeof events.$inferSelect

/** An event to insert; the database assigns `id` and `seq`. */
export type NewEvent = Omit<EventRow, 'id' | 'seq'>
export type NewOperation = Omit<OperationRow, 'id'>

/** An event with the operation as it stands after it. */
export interface EventWrite<Operation = OperationRow> {
  event: NewEvent
  operation: Operation
  /** Seconds of the interval that the event closes; null for the first event. */
  previousDuration: number | null
}

/** What the database assigned to an event. */
export interface Written {
  id: number
  seq: number
}

/** The tenant whose numbers an event takes: the supervisor; for an operator without one, the operator. */
export const tenantOf = (row: { supervisorId: number | null; userId: number }): number =>
  row.supervisorId ?? row.userId

const { id: _eventRow, seq: _seq, ...EVENT } = getTableColumns(events)
const { id: _operationRow, ...OPERATION } = getTableColumns(containers)
type EventKey = keyof typeof EVENT
type OperationKey = keyof typeof OPERATION

/** What a trip keeps from its start to its end. Every other column moves with each event. */
const FIXED: readonly OperationKey[] = [
  'operationKey',
  'containerNumber',
  'userId',
  'username',
  'displayName',
  'supervisorId',
  'operationType',
  'startedAt',
]
const EVENT_KEYS = Object.keys(EVENT) as EventKey[]
const OPERATION_KEYS = Object.keys(OPERATION) as OperationKey[]
const MOVING = OPERATION_KEYS.filter((key) => !FIXED.includes(key))

/** A column of `input`. */
const event = (key: EventKey): string => `input."event ${key}"`
const operation = (key: OperationKey): string => `input."operation ${key}"`

/**
 * The common table expression `input`: a row for each write. All writes are one JSON parameter, because a parameter for
 * each column takes as long and needs a type, a number and a place for each.
 */
function inputOf(operationKeys: readonly OperationKey[]) {
  const columns = [
    ['n', 'integer'],
    ['tenant', 'integer'],
    ['previous duration', 'integer'],
    ...EVENT_KEYS.map((key) => [`event ${key}`, EVENT[key].getSQLType()]),
    ...operationKeys.map((key) => [`operation ${key}`, OPERATION[key].getSQLType()]),
  ]
  const definition = columns.map(([name, type]) => `"${name}" ${type}`).join(', ')
  const rowOf = (write: EventWrite<NewOperation>, n: number) => {
    const row: Record<string, unknown> = {
      n,
      tenant: tenantOf(write.event),
      'previous duration': write.previousDuration,
    }
    for (const key of EVENT_KEYS) row[`event ${key}`] = write.event[key]
    for (const key of operationKeys) row[`operation ${key}`] = write.operation[key]
    return row
  }
  return {
    sql: `input as materialized (select * from json_to_recordset($1::json) as input(${definition}))`,
    valueOf: (writes: readonly EventWrite<NewOperation>[]) => JSON.stringify(writes.map(rowOf)),
  }
}

const namesOf = (columns: Record<string, { name: string }>): string =>
  Object.values(columns)
    .map(({ name }) => `"${name}"`)
    .join(', ')

const STARTS = inputOf(OPERATION_KEYS)

/** The upsert's row lock makes the order of numbers the order of commits. */
const OPEN = `
with ${STARTS.sql}, operator as (
  select users.id from users join input on users.id = ${operation('userId')} for key share of users
), opened as (
  insert into containers (${namesOf(OPERATION)})
  select ${OPERATION_KEYS.map(operation).join(', ')} from input, operator
  returning id
), counter as (
  insert into event_counters as c (tenant_id, last_seq)
  select input.tenant, 1 from input, opened
  on conflict (tenant_id) do update set last_seq = c.last_seq + 1
  returning last_seq
), inserted as (
  insert into events (${namesOf(EVENT)}, seq)
  select ${EVENT_KEYS.map(event).join(', ')}, counter.last_seq from input, counter
  returning id, seq
)
select inserted.id, inserted.seq, opened.id as "operationId" from inserted, opened`

/**
 * Writes an operation with its first event, durably, in one statement. Null when the operator has been deleted
 * meanwhile: the key share lock on their row makes a deletion and this statement wait for each other. Throws a unique
 * violation of `containers_one_active_per_operator`, `containers_one_active_per_number` or `events_once`.
 */
export async function openOperation(
  pool: pg.Pool,
  write: EventWrite<NewOperation>,
): Promise<(Written & { operationId: number }) | null> {
  const { rows } = await pool.query({ name: 'open-operation', text: OPEN, values: [STARTS.valueOf([write])] })
  return rows[0] ?? null
}

const MOVES = inputOf(MOVING)

/**
 * Locks operations before counters, both in the order of their keys, as everything does that locks several. `ready` has
 * the writes whose operation is still at the version that the event was decided on, whose event is new, and whose rows
 * are locked; nothing else is written. `ifLocked` says what happens at a row that
 * another transaction has locked.
 */
const moving = (ifLocked: 'wait' | 'skip') => {
  const lock = `for update of c${ifLocked === 'skip' ? ' skip locked' : ''}`
  return `
with ${MOVES.sql}, held as materialized (
  select c.id, input.n, input.tenant
  from input join containers c on c.container_id = ${event('operationKey')}
  where c.version = ${operation('version')} - 1 and not exists (
    select from events known
    where known.user_id = ${event('userId')} and known.event_id = ${event('eventId')}
  )
  order by c.id
  ${lock}
), counter as materialized (
  select c.tenant_id, c.last_seq from event_counters c
  where c.tenant_id in (select tenant from held)
  order by c.tenant_id
  ${lock}
), ready as materialized (
  select input.*, held.id, counter.last_seq + row_number() over (partition by held.tenant order by held.n) as seq
  from held join counter on counter.tenant_id = held.tenant join input on input.n = held.n
), moved as (
  update containers c
  set ${MOVING.map((key) => `"${OPERATION[key].name}" = ${operation(key)}`).join(', ')}
  from ready input where c.id = input.id
), closed as (
  update events e set duration = input."previous duration"
  from ready input
  where e.container_id = ${event('operationKey')} and e.position = ${operation('version')} - 1
), counted as (
  update event_counters c set last_seq = newest.seq
  from (select tenant, max(seq) as seq from ready group by tenant) newest
  where c.tenant_id = newest.tenant
)
insert into events (${namesOf(EVENT)}, seq)
select ${EVENT_KEYS.map(event).join(', ')}, input.seq from ready input order by input.seq
returning id, seq, container_id as "operationKey"`
}

const move = (name: string, text: string) => async (pool: pg.Pool, writes: readonly EventWrite[]) => {
  const { rows } = await pool.query<Written & { operationKey: string }>({
    name,
    text,
    values: [MOVES.valueOf(writes)],
  })
  return new Map(rows.map(({ operationKey, ...written }) => [operationKey, written]))
}

/**
 * Appends events and moves their operations, durably, in one statement that also closes the previous intervals. At most
 * one event of each operation. Never waits for a lock. The answer, by operation key, lacks the writes that were not made:
 * their operation has moved since it was read, their event is known, or a row was locked.
 */
export const moveOperations: (
  pool: pg.Pool,
  writes: readonly EventWrite[],
) => Promise<ReadonlyMap<string, Written>> = move('move-operations', moving('skip'))

const moveOrWait = move('move-operation', moving('wait'))

/**
 * The same for one event, and waits for locks. Null when the operation has moved since it was read, or the event is
 * known. Throws a unique violation of `events_once` when the same event is being written for another operation.
 */
export async function moveOperation(pool: pg.Pool, write: EventWrite): Promise<Written | null> {
  return (await moveOrWait(pool, [write])).get(write.operation.operationKey) ?? null
}
