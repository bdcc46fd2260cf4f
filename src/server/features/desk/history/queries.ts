import { and, asc, desc, eq, getTableColumns, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Shape } from '#domain/place/shape'
import type { Queryable } from '../../../db/connect.ts'
import { olderThan, type PageCursor } from '../../../db/keyset.ts'
import { users } from '../../../db/schema/accounts.ts'
import { containers, corrections, eventCounters, events } from '../../../db/schema/record.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { outsideSteps } from '../../driver/places/outside/steps.ts'
import type { EventMatch, OperatorName } from './matching.ts'

/** With the place of its operation. */
export type EventRow = typeof events.$inferSelect & { placeId: number | null }

const WITH_PLACE = { ...getTableColumns(events), placeId: containers.placeId }

/** Events after a sequence number, oldest first. */
export async function eventsAfter(
  db: Queryable,
  scope: SupervisorScope,
  after: number,
  limit: number,
): Promise<EventRow[]> {
  return db
    .select(WITH_PLACE)
    .from(events)
    .innerJoin(containers, eq(containers.operationKey, events.operationKey))
    .where(and(eq(events.supervisorId, scope.supervisorId), gt(events.seq, after)))
    .orderBy(asc(events.seq))
    .limit(limit)
}

/** Corrections after a sequence number, oldest first, each with the number of the container today. */
export async function correctionsAfter(db: Queryable, scope: SupervisorScope, after: number, limit: number) {
  const { chainHash: _, ...columns } = getTableColumns(corrections)
  return db
    .select({ ...columns, containerNumber: containers.containerNumber })
    .from(corrections)
    .innerJoin(containers, eq(containers.operationKey, corrections.operationKey))
    .where(and(eq(corrections.supervisorId, scope.supervisorId), gt(corrections.seq, after)))
    .orderBy(asc(corrections.seq))
    .limit(limit)
}

export const operatorNames = (db: Queryable, scope: SupervisorScope): Promise<OperatorName[]> =>
  db
    .select({ id: users.id, username: users.username, displayName: users.displayName })
    .from(users)
    .where(and(eq(users.supervisorId, scope.supervisorId), eq(users.role, 'operator')))

const anyOf = (column: SQL, values: readonly (string | number)[], type: 'integer' | 'text'): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`

/** Case-insensitive substring match; `%`, `_` and `\` are escaped. */
function contains(column: SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(${column}) like lower(${pattern}::text) escape '\\'`
}

/**
 * All conditions. Their columns are in the index `events_history`, so filtering and counting read no table row. Only a
 * missing position is not: those few events have an index of their own, `events_without_position`.
 */
function matching(scope: SupervisorScope, match: EventMatch): SQL | undefined {
  const { operatorIds, containers: wanted, eventTypes, from, to, withoutPosition, ids, text } = match
  return and(
    eq(events.supervisorId, scope.supervisorId),
    isNull(events.retractedBy),
    from === null ? undefined : gte(events.timestamp, from),
    to === null ? undefined : lt(events.timestamp, to),
    operatorIds === null ? undefined : anyOf(sql`${events.userId}`, operatorIds, 'integer'),
    eventTypes === null ? undefined : anyOf(sql`${events.eventType}`, eventTypes, 'text'),
    wanted === null ? undefined : ofContainers(wanted),
    withoutPosition === null ? undefined : isNull(events.lat),
    ids === null ? undefined : sql`${events.id} = any(${sql.param(ids)}::bigint[])`,
    text === null
      ? undefined
      : sql`(${contains(sql`${events.containerNumber}`, text.contained)}
          or ${contains(sql`${events.username}`, text.contained)}
          or ${anyOf(sql`${events.userId}`, text.operatorIds, 'integer')}
          or ${contains(sql`${events.location}`, text.contained)}
          or ${anyOf(sql`${events.eventType}`, text.eventTypes, 'text')})`,
  )
}

/** The ids of those matches that are steps outside their place (`places`: all of the supervisor). */
export async function outsideIds(
  db: Queryable,
  scope: SupervisorScope,
  match: EventMatch,
  places: ReadonlyMap<number, { shape: Shape }>,
): Promise<number[]> {
  return (await outsideSteps(db, scope, places, matching(scope, match))).map(({ id }) => id)
}

/** Operation keys use another index, about a dozen events each, so `events_history` need not contain them. */
function ofContainers({ keys, numbers }: { keys: string[]; numbers: string[] }): SQL {
  const byNumber = anyOf(sql`${events.containerNumber}`, numbers, 'text')
  if (keys.length === 0) return byNumber
  const byKey = sql`${events.id} in (select k.id from ${events} k where k.container_id = any(${sql.param(keys)}::text[]))`
  return numbers.length === 0 ? byKey : sql`(${byNumber} or ${byKey})`
}

const isEverything = (match: EventMatch): boolean => Object.values(match).every((filter) => filter === null)

/** How many events match. Without filters it is the newest `seq`, less the numbers that are no listed event. */
function total(scope: SupervisorScope, match: EventMatch): SQL<number> {
  const statement = isEverything(match)
    ? sql<number>`coalesce((select ${eventCounters.lastSeq} - ${eventCounters.unlisted} from ${eventCounters}
        where ${eventCounters.tenantId} = ${scope.supervisorId}), 0)`
    : sql<number>`(select count(*) from ${events} where ${matching(scope, match)})`
  return statement.mapWith(Number)
}

/** The ids of the newest `limit` matches after `cursor`. */
function newestIds(
  db: Queryable,
  scope: SupervisorScope,
  match: EventMatch,
  cursor: PageCursor | null,
  limit: number,
) {
  return db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        matching(scope, match),
        cursor === null ? undefined : olderThan(events.timestamp, events.id, cursor),
      ),
    )
    .orderBy(desc(events.timestamp), desc(events.id))
    .limit(limit)
    .as('newest')
}

/** One page, newest first, and the number of all matches: one statement, so one snapshot. */
export async function eventPage(
  db: Queryable,
  scope: SupervisorScope,
  match: EventMatch,
  { cursor, limit }: { cursor: PageCursor | null; limit: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const newest = newestIds(db, scope, match, cursor, limit)
  const rows = await db
    .select({ ...WITH_PLACE, total: total(scope, match) })
    .from(newest)
    .innerJoin(events, eq(events.id, newest.id))
    .innerJoin(containers, eq(containers.operationKey, events.operationKey))
    .orderBy(desc(events.timestamp), desc(events.id))
  const [first] = rows
  return { rows, total: first ? first.total : cursor === null ? 0 : (await snapshot(db, scope, match)).total }
}

/** The number of matches now, and the newest sequence number that it includes. */
export async function snapshot(
  db: Queryable,
  scope: SupervisorScope,
  match: EventMatch,
): Promise<{ total: number; seq: number }> {
  const [row] = await db
    .select({ seq: eventCounters.lastSeq, total: total(scope, match) })
    .from(eventCounters)
    .where(eq(eventCounters.tenantId, scope.supervisorId))
  return row ?? { total: 0, seq: 0 }
}

export interface ExportRow {
  id: number
  seq: number
  userId: number
  username: string
  containerNumber: string
  operationType: EventRow['operationType']
  eventType: EventRow['eventType']
  timestamp: Date
  reportedAt: Date | null
  firstTimestamp: Date | null
  firstEventType: EventRow['eventType'] | null
  counts: boolean
  duration: number | null
  location: string | null
  lat: number | null
  lng: number | null
  accuracy: number | null
  placeId: number | null
}

/**
 * The next batch of matches, with durations as of `seq`: an interval closed by a later event was still open then. Rows
 * recorded since are included, because paging continues from them; the caller drops them.
 */
export async function exportBatch(
  db: Queryable,
  scope: SupervisorScope,
  match: EventMatch,
  { cursor, limit, seq }: { cursor: PageCursor | null; limit: number; seq: number },
): Promise<ExportRow[]> {
  const newest = newestIds(db, scope, match, cursor, limit)
  const closedSince = sql`(${events.operationKey}, ${events.position}) in (
    select later.container_id, later.position - 1 from ${events} later
    where later.supervisor_id = ${scope.supervisorId} and later.seq > ${seq})`
  return db
    .select({
      id: events.id,
      seq: events.seq,
      userId: events.userId,
      username: events.username,
      containerNumber: events.containerNumber,
      operationType: events.operationType,
      eventType: events.eventType,
      timestamp: events.timestamp,
      reportedAt: events.reportedAt,
      firstTimestamp: events.firstTimestamp,
      firstEventType: events.firstEventType,
      counts: events.counts,
      duration: sql<number | null>`case when ${closedSince} then null else ${events.duration} end`,
      location: events.location,
      lat: events.lat,
      lng: events.lng,
      accuracy: events.accuracy,
      placeId: containers.placeId,
    })
    .from(newest)
    .innerJoin(events, eq(events.id, newest.id))
    .innerJoin(containers, eq(containers.operationKey, events.operationKey))
    .orderBy(desc(events.timestamp), desc(events.id))
}

export type OperationName = Pick<typeof containers.$inferSelect, 'operationKey' | 'containerNumber'>

/** Every operation of the supervisor, newest first. */
export async function listOperations(db: Queryable, scope: SupervisorScope): Promise<OperationName[]> {
  return db
    .select({ operationKey: containers.operationKey, containerNumber: containers.containerNumber })
    .from(containers)
    .where(eq(containers.supervisorId, scope.supervisorId))
    .orderBy(desc(containers.startedAt), desc(containers.id))
}
