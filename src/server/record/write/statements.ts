import type pg from 'pg'
import { canonicalEvent } from '#domain/record/canonical'
import { isoText } from '#domain/record/json-text'
import { type ColumnValue, compositeRows } from '../../db/composite-rows.ts'
import type { Statements } from '../../db/kept-connection.ts'
import { FIXED_OF_OPERATION } from '../../db/rights.ts'
import { ALONE_STATEMENT_MS, BATCH_STATEMENT_MS } from '../../db/time-limits.ts'
import { chainedSql, chainRootSql } from '../chain.ts'
import {
  EVENT_COLUMNS,
  type NewEvent,
  type NewOperation,
  OPERATION_COLUMNS,
  type OperationRow,
  tenantOf,
} from '../rows.ts'

/** An event with the operation as it stands after it. */
export interface EventWrite<Operation = OperationRow> {
  event: NewEvent
  operation: Operation
  /** The place that an arrival found; it counts unless one was given. */
  found?: number | null
}

/** What the database assigned to an event. */
export interface Written {
  id: number
  seq: number
}

const {
  id: _eventRow,
  seq: _seq,
  firstTimestamp: _first,
  firstEventType: _firstType,
  retractedBy: _retracted,
  counts: _counts,
  ...EVENT
} = EVENT_COLUMNS
const {
  id: _operationRow,
  firstContainerNumber: _firstNumber,
  cancelledAt: _cancelled,
  ...OPERATION
} = OPERATION_COLUMNS
type EventKey = keyof typeof EVENT

/** The composite type of a write. */
const EVENT_WRITE = 'event_write'
type OperationKey = keyof typeof OPERATION

const EVENT_KEYS = Object.keys(EVENT) as EventKey[]
const OPERATION_KEYS = Object.keys(OPERATION) as OperationKey[]
/** The supervisor changes these meanwhile without a record, so no event may write what it remembers of them. */
const BESIDE = ['placeId', 'placeGiven', 'clientId'] satisfies OperationKey[]
const unmoved: readonly string[] = [...FIXED_OF_OPERATION, ...BESIDE]
const MOVING = OPERATION_KEYS.filter((key) => !unmoved.includes(key))

/** A value of a write. */
interface Column {
  /** Of the composite type. */
  name: string
  /** What it is: `event.timestamp`, `operation.version`, `tenant`. */
  of: string
  type: string
  read(write: EventWrite<NewOperation>): ColumnValue
}

const eventName = (key: EventKey): string => `event_${EVENT[key].name}`
const operationName = (key: OperationKey): string => `operation_${OPERATION[key].name}`

const columnsOf = (operationKeys: readonly OperationKey[]): Column[] => [
  { name: 'tenant', of: 'tenant', type: 'integer', read: ({ event }) => tenantOf(event) },
  { name: 'canonical', of: 'canonical', type: 'text', read: ({ event }) => canonicalEvent(event) },
  ...EVENT_KEYS.map((key) => ({
    name: eventName(key),
    of: `event.${key}`,
    type: EVENT[key].getSQLType(),
    read: ({ event }: EventWrite<NewOperation>) => event[key],
  })),
  ...operationKeys.map((key) => ({
    name: operationName(key),
    of: `operation.${key}`,
    type: OPERATION[key].getSQLType(),
    read: ({ operation }: EventWrite<NewOperation>) => operation[key],
  })),
]

const namesOf = (columns: Record<string, { name: string }>): string =>
  Object.values(columns)
    .map(({ name }) => `"${name}"`)
    .join(', ')

/** pg writes a time in the zone of the process, in ten short texts. */
const parameter = (value: ColumnValue): ColumnValue =>
  typeof value === 'object' && value !== null ? isoText(value) : value

/** One write: a parameter for each column. */
function parametersOf(columns: readonly Column[]) {
  const at = (name: string): string => {
    const index = columns.findIndex((column) => column.name === name)
    return `$${index + 1}::${columns[index]?.type}`
  }
  return {
    column: at,
    event: (key: EventKey) => at(eventName(key)),
    operation: (key: OperationKey) => at(operationName(key)),
    valuesOf: (write: EventWrite<NewOperation>) => columns.map(({ read }) => parameter(read(write))),
  }
}

/** A set of writes: one parameter, an array of the composite type. */
function rowsOf(columns: readonly Column[]) {
  return {
    sql: `select * from unnest($1::${EVENT_WRITE}[]) with ordinality as input(${columns.map(({ name }) => name).join(', ')}, n)`,
    event: (key: EventKey) => `input.${eventName(key)}`,
    operation: (key: OperationKey) => `input.${operationName(key)}`,
    valueOf: compositeRows<EventWrite<NewOperation>>(columns),
  }
}

const START = parametersOf(columnsOf(OPERATION_KEYS))

/** The upsert's row lock makes the order of numbers the order of commits. */
const OPEN = `
with operator as (
  select id from users where id = ${START.operation('userId')} for key share
), opened as (
  insert into containers (${namesOf(OPERATION)}, chain_head)
  select ${OPERATION_KEYS.map(START.operation).join(', ')},
    ${chainedSql(chainRootSql(START.operation('operationKey')), START.column('canonical'))}
  from operator
  returning id, chain_head
), counter as (
  insert into event_counters as c (tenant_id, last_seq)
  select ${START.column('tenant')}, 1 from opened
  on conflict (tenant_id) do update set last_seq = c.last_seq + 1
  returning last_seq
), inserted as (
  insert into events (${namesOf(EVENT)}, seq, chain_hash)
  select ${EVENT_KEYS.map(START.event).join(', ')}, counter.last_seq, opened.chain_head from counter, opened
  returning id, seq
)
select inserted.id, inserted.seq, opened.id as "operationId" from inserted, opened`

/** Its connection is then closed. pg knows it for a statement too; its types do not. */
const unansweredAfter = (milliseconds: number) => ({ query_timeout: milliseconds })

/**
 * Writes an operation with its first event, durably, in one statement. Null when the operator has been deleted
 * meanwhile: the key share lock on their row makes a deletion and this statement wait for each other. Throws a unique
 * violation of `containers_one_active_per_operator`, `containers_one_active_per_number` or `events_once`.
 */
export async function openOperation(
  pool: pg.Pool,
  write: EventWrite<NewOperation>,
): Promise<(Written & { operationId: number }) | null> {
  const { rows } = await pool.query({
    name: 'open-operation',
    text: OPEN,
    values: START.valuesOf(write),
    ...unansweredAfter(ALONE_STATEMENT_MS),
  })
  return rows[0] ?? null
}

/** Of the composite type `event_write`, in its order: a column that is new here needs a migration of the type. */
export const MOVED: readonly Column[] = [
  { name: 'found', of: 'found', type: 'integer', read: ({ found }) => found ?? null },
  ...columnsOf(MOVING),
]
const ONE = parametersOf(MOVED)
const SET = rowsOf(MOVED)

const moves = ({ operation }: Pick<typeof ONE, 'operation'>, found: string, hash: string): string =>
  [
    ...MOVING.map((key) => `"${OPERATION[key].name}" = ${operation(key)}`),
    `place_id = case when c.place_given then c.place_id else coalesce(${found}, c.place_id) end`,
    `chain_head = ${hash}`,
  ].join(', ')

/** Whether the operation `c` is at the version that the event was decided on, and the event is new. */
const fits = ({ event, operation }: Pick<typeof ONE, 'event' | 'operation'>): string => `
  c.container_id = ${event('operationKey')} and c.version = ${operation('version')} - 1 and not exists (
    select from events known
    where known.user_id = ${event('userId')} and known.event_id = ${event('eventId')}
  )`

/** Locks the operation before the counter, as everything does that locks both. `lock` may skip what others hold. */
const moveOne = (lock: 'for update of c' | 'for update of c skip locked'): string => `
with held as materialized (
  select c.id, ${chainedSql('c.chain_head', ONE.column('canonical'))} as hash
  from containers c where ${fits(ONE)} ${lock}
), counter as materialized (
  select c.tenant_id, c.last_seq + 1 as seq from event_counters c, held where c.tenant_id = ${ONE.column('tenant')} ${lock}
), moved as (
  update containers c set ${moves(ONE, ONE.column('found'), 'held.hash')} from held, counter where c.id = held.id
), counted as (
  update event_counters c set last_seq = counter.seq from counter where c.tenant_id = counter.tenant_id
)
insert into events (${namesOf(EVENT)}, seq, chain_hash)
select ${EVENT_KEYS.map(ONE.event).join(', ')}, counter.seq, held.hash from counter, held
returning id, seq`

/** The statement of one press and what its parameters are, for a bench that runs it by other means. */
export const ONE_PRESS = { text: moveOne('for update of c'), parameters: MOVED.map(({ of }) => of) }

const moveAlone =
  (name: string, text: string, mostMs: number) => async (statements: Statements, write: EventWrite) => {
    const values = ONE.valuesOf(write)
    const { rows } = await statements.query<Written>({ name, text, values, ...unansweredAfter(mostMs) })
    return rows[0] ?? null
  }

/**
 * Appends an event and moves its operation, durably, in one statement. Waits for locks. Null when the operation has moved
 * since it was read, or the event is known. Throws a unique violation of `events_once` when the same event is being written
 * for another operation.
 */
export const moveOperation = moveAlone('move-operation', moveOne('for update of c'), ALONE_STATEMENT_MS)

/** The same, but never waits for a lock. Null also when a row is locked. */
const moveUnlessLocked = moveAlone(
  'move-unless-locked',
  moveOne('for update of c skip locked'),
  BATCH_STATEMENT_MS,
)

/** All locks of operations before all of counters, both in the order of their keys. `ready` is what will be written. */
const MOVE_SET = `
with input as materialized (${SET.sql}), held as materialized (
  select c.id, input.n, input.tenant, ${chainedSql('c.chain_head', 'input.canonical')} as hash from input join containers c on ${fits(SET)}
  order by c.id for update of c skip locked
), counter as materialized (
  select c.tenant_id, c.last_seq from event_counters c where c.tenant_id in (select tenant from held)
  order by c.tenant_id for update of c skip locked
), ready as materialized (
  select input.*, held.id, held.hash, counter.last_seq + row_number() over (partition by held.tenant order by held.n) as seq
  from held join counter on counter.tenant_id = held.tenant join input on input.n = held.n
), moved as (
  update containers c set ${moves(SET, 'input.found', 'input.hash')} from ready input where c.id = input.id
), counted as (
  update event_counters c set last_seq = newest.seq
  from (select tenant, max(seq) as seq from ready group by tenant) newest
  where c.tenant_id = newest.tenant
)
insert into events (${namesOf(EVENT)}, seq, chain_hash)
select ${EVENT_KEYS.map(SET.event).join(', ')}, input.seq, input.hash from ready input order by input.seq
returning id, seq, container_id as "operationKey"`

/** The number of the composite type in this database, for `moveOperations`. */
export async function eventWriteType(pool: pg.Pool): Promise<number> {
  // As an integer: numbers of types have 32 bits without a sign, and the parameter takes them as they are.
  const { rows } = await pool.query<{ type: number }>(
    `select '${EVENT_WRITE}'::regtype::oid::integer as type`,
  )
  const [row] = rows
  if (!row) throw new Error(`no type ${EVENT_WRITE}`)
  return row.type
}

/**
 * The same for a set with at most one event of each operation. `type`: of `eventWriteType`. The answer, by operation key, lacks what was not written:
 * the operation has moved since it was read, the event is known, or a row was locked.
 */
export async function moveOperations(
  statements: Statements,
  type: number,
  writes: readonly EventWrite[],
): Promise<ReadonlyMap<string, Written>> {
  const [only] = writes
  if (only && writes.length === 1) {
    const written = await moveUnlessLocked(statements, only)
    return new Map(written && [[only.operation.operationKey, written]])
  }
  const { rows } = await statements.query<Written & { operationKey: string }>({
    name: 'move-operations',
    text: MOVE_SET,
    values: [SET.valueOf(type, writes)],
    ...unansweredAfter(BATCH_STATEMENT_MS),
  })
  return new Map(rows.map(({ operationKey, ...written }) => [operationKey, written]))
}
