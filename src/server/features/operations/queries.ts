import { and, desc, eq, getTableColumns, gte, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import { LAST_STEP } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import { containers, eventCounters, events, sharedLinks } from '../../db/schema.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'

export type OperationRow = typeof containers.$inferSelect
export type EventRow = typeof events.$inferSelect

/** An event to insert; the database assigns `id` and `seq`. */
export type NewEvent = Omit<EventRow, 'id' | 'seq'>
export type NewOperation = Omit<OperationRow, 'id'>

/** What the write statements return. */
export interface Written {
  /** Of the event. */
  id: number
  seq: number
  operationId: number
}

export async function findActiveOf(db: Queryable, userId: number): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.userId, userId), eq(containers.isActive, true)))
  return row ?? null
}

/** When the operator's newest operation ended, epoch milliseconds; null: there is none. */
export async function previousEndOf(db: Queryable, userId: number): Promise<number | null> {
  const [row] = await db
    .select({ end: containers.newestEventAt })
    .from(containers)
    .where(eq(containers.userId, userId))
    .orderBy(desc(containers.id))
    .limit(1)
  return row?.end.getTime() ?? null
}

export async function findOperationOf(
  db: Queryable,
  userId: number,
  operationKey: string,
): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.operationKey, operationKey), eq(containers.userId, userId)))
  return row ?? null
}

export async function findOperationInScope(
  db: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<OperationRow | null> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.operationKey, operationKey), eq(containers.supervisorId, scope.supervisorId)))
  return row ?? null
}

export async function findEventOf(db: Queryable, userId: number, eventId: string): Promise<EventRow | null> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.userId, userId), eq(events.eventId, eventId)))
  return row ?? null
}

/** The events of one operation, newest first. The caller has checked whose it is. */
export async function listEvents(db: Queryable, operation: OperationRow): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(eq(events.operationKey, operation.operationKey))
    .orderBy(desc(events.position))
}

/** Active operations, newest first, and the sequence number that they reflect. */
export interface ActiveOperations {
  operations: OperationRow[]
  seq: number
}

/**
 * A tenant's active operations: one statement, so one snapshot. Only for the board, which returns a supervisor's rows
 * only to a `SupervisorScope`.
 */
export async function activeOfTenant(db: Queryable, tenantId: number): Promise<ActiveOperations> {
  const rows = await activeOperations(
    db,
    // Two conditions, so that each can use its index.
    or(
      eq(containers.supervisorId, tenantId),
      and(isNull(containers.supervisorId), eq(containers.userId, tenantId)),
    ),
  ).where(eq(eventCounters.tenantId, tenantId))
  return {
    operations: rows.flatMap((row) => (row.operation ? [row.operation] : [])),
    seq: rows[0]?.seq ?? 0,
  }
}

/** Those of every tenant with events, by tenant: one statement, so one snapshot. Only for the board. */
export async function activeOfAll(db: Queryable): Promise<Map<number, ActiveOperations>> {
  const rows = await activeOperations(
    db,
    eq(sql`coalesce(${containers.supervisorId}, ${containers.userId})`, eventCounters.tenantId),
  )
  const tenants = new Map<number, ActiveOperations>()
  for (const { tenantId, seq, operation } of rows) {
    const tenant = tenants.get(tenantId) ?? { operations: [], seq }
    if (operation) tenant.operations.push(operation)
    tenants.set(tenantId, tenant)
  }
  return tenants
}

const activeOperations = (db: Queryable, ofTenant: SQL | undefined) =>
  db
    .select({ tenantId: eventCounters.tenantId, seq: eventCounters.lastSeq, operation: containers })
    .from(eventCounters)
    .leftJoin(containers, and(ofTenant, eq(containers.isActive, true)))
    .orderBy(sql`${containers.startedAt} desc nulls last`, desc(containers.id))
    .$dynamic()

export interface StepPercentile {
  operationType: EventRow['operationType']
  eventType: EventRow['eventType']
  samples: number
  p75Seconds: number
}

/** The 75th percentile (nearest rank) of the closed intervals of each step that began at or after `since`. */
export async function stepPercentiles(
  db: Queryable,
  scope: SupervisorScope,
  since: Date,
): Promise<StepPercentile[]> {
  return db
    .select({
      operationType: events.operationType,
      eventType: events.eventType,
      samples: sql<number>`count(*)::integer`,
      p75Seconds: sql<number>`percentile_disc(0.75) within group (order by ${events.duration})::integer`,
    })
    .from(events)
    .where(
      and(
        eq(events.supervisorId, scope.supervisorId),
        gte(events.timestamp, since),
        isNotNull(events.duration),
        // Its duration is that of the whole trip.
        ne(events.eventType, LAST_STEP),
      ),
    )
    .groupBy(events.operationType, events.eventType)
}

export async function insertSharedLink(
  db: Queryable,
  scope: SupervisorScope,
  operationKey: string,
): Promise<void> {
  await db.insert(sharedLinks).values({ supervisorId: scope.supervisorId, operationKey })
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

interface Write {
  event: NewEvent
  /** As it stands after the event. */
  operation: NewOperation
  /** Seconds of the interval that the event closes. */
  previousDuration: number | null
}

/** The parameters of a statement as SQL, such as `$3::text`. */
interface Parameters {
  event(key: EventKey): string
  operation(key: OperationKey): string
  tenant(): string
  previousDuration(): string
}

/**
 * A prepared statement on `Write`. `text` runs once, when the module loads: the statement's text stays constant, and
 * its parameters get their numbers in the order of their first use, so SQL and values cannot disagree.
 */
function prepare(name: string, text: (parameters: Parameters) => string) {
  const reads = new Map<string, (write: Write) => unknown>()
  const parameter = (id: string, type: string, read: (write: Write) => unknown): string => {
    reads.set(id, read)
    return `$${[...reads.keys()].indexOf(id) + 1}::${type}`
  }
  const statement = text({
    event: (key) => parameter(`event ${key}`, EVENT[key].getSQLType(), ({ event }) => event[key]),
    operation: (key) =>
      parameter(`operation ${key}`, OPERATION[key].getSQLType(), ({ operation }) => operation[key]),
    tenant: () => parameter('tenant', 'integer', ({ event }) => tenantOf(event)),
    previousDuration: () => parameter('previous duration', 'integer', (write) => write.previousDuration),
  })
  return async (pool: pg.Pool, write: Write): Promise<Written | null> => {
    const values = [...reads.values()].map((read) => read(write))
    const { rows } = await pool.query<Written>({ name, text: statement, values })
    return rows[0] ?? null
  }
}

const namesOf = (columns: Record<string, { name: string }>): string =>
  Object.values(columns)
    .map(({ name }) => `"${name}"`)
    .join(', ')

/**
 * The end of both statements: takes the tenant's next number (its row lock makes the order of numbers the order of
 * commits), then inserts the event. Does neither when `guard` has no row.
 */
const takeNumberAndInsert = (guard: string, { event, tenant }: Parameters): string => `
counter as (
  insert into event_counters as c (tenant_id, last_seq)
  select ${tenant()}, 1 from ${guard}
  on conflict (tenant_id) do update set last_seq = c.last_seq + 1
  returning last_seq
), inserted as (
  insert into events (${namesOf(EVENT)}, seq)
  select ${EVENT_KEYS.map(event).join(', ')}, counter.last_seq
  from counter
  returning id, seq
)
select inserted.id, inserted.seq, ${guard}.id as "operationId" from inserted, ${guard}`

const open = prepare(
  'open-operation',
  (parameters) => `
with operator as (
  select id from users where id = ${parameters.operation('userId')} for key share
), opened as (
  insert into containers (${namesOf(OPERATION)})
  select ${OPERATION_KEYS.map(parameters.operation).join(', ')} from operator
  returning id
), ${takeNumberAndInsert('opened', parameters)}`,
)

/**
 * Writes an operation with its first event, durably, in one statement. Null when the operator has been deleted
 * meanwhile: the key share lock on their row makes a deletion and this statement wait for each other. Throws a unique
 * violation of `containers_one_active_per_operator`, `containers_one_active_per_number` or `events_once`.
 */
export const openOperation = (pool: pg.Pool, operation: NewOperation, event: NewEvent) =>
  open(pool, { event, operation, previousDuration: null })

const move = prepare(
  'move-operation',
  (parameters) => `
with moved as (
  update containers
  set ${MOVING.map((key) => `"${OPERATION[key].name}" = ${parameters.operation(key)}`).join(', ')}
  where container_id = ${parameters.operation('operationKey')} and version = ${parameters.operation('version')} - 1
  returning id
), closed as (
  update events set duration = ${parameters.previousDuration()}
  where container_id = ${parameters.operation('operationKey')} and position = ${parameters.operation('version')} - 1
    and exists (select from moved)
), ${takeNumberAndInsert('moved', parameters)}`,
)

/**
 * Appends `event` and moves its operation to `after`, durably, in one statement that also closes the previous
 * interval. Null when the operation has moved since it was read (nothing is written then). Throws a unique violation
 * of `events_once` when the same event is being written at the same time.
 */
export const moveOperation = (
  pool: pg.Pool,
  after: OperationRow,
  event: NewEvent,
  previousDuration: number,
) => move(pool, { event, operation: after, previousDuration })
