import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { EventType } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import { olderThan, type PageCursor } from '../../db/keyset.ts'
import { selectedInTurns } from '../../db/rows-in-turns.ts'
import { containers, eventCounters, events } from '../../db/schema/record.ts'
import type { SupervisorScope } from '../../identity/supervisor-scope.ts'
import type { EventRow } from '../rows.ts'
import { listed } from './events.ts'
import { durationOf, EVENT_ROW } from './intervals.ts'

/** An event with the place of its operation. */
export type PlacedEvent = EventRow & { placeId: number | null }

const WITH_PLACE = { ...EVENT_ROW, placeId: containers.placeId }

/** Filters as the database takes them. Null: not filtered; an empty list: nothing matches. */
export interface EventMatch {
  operatorIds: number[] | null
  containers: { keys: string[]; numbers: string[] } | null
  eventTypes: EventType[] | null
  /** Inclusive. */
  from: Date | null
  /** Exclusive. */
  to: Date | null
  /** Only those recorded without a position. */
  withoutPosition: true | null
  /** Only steps outside their place: to be found first, as `ids`. */
  outside: true | null
  ids: readonly number[] | null
  text: { contained: string; operatorIds: number[]; eventTypes: EventType[] } | null
}

/** Events after a sequence number, retracted ones too, oldest first. */
export const eventsAfter = (
  db: Queryable,
  scope: SupervisorScope,
  after: number,
  limit: number,
): Promise<PlacedEvent[]> =>
  selectedInTurns<PlacedEvent>(db, scope, WITH_PLACE, (columns) =>
    db
      .select(columns)
      .from(events)
      .innerJoin(containers, eq(containers.operationKey, events.operationKey))
      .where(and(eq(events.supervisorId, scope.supervisorId), gt(events.seq, after)))
      .orderBy(asc(events.seq))
      .limit(limit),
  )

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
export function matching(scope: SupervisorScope, match: EventMatch): SQL | undefined {
  const { operatorIds, containers: wanted, eventTypes, from, to, withoutPosition, ids, text, ...rest } = match
  const { outside: _asIds, ...forgotten } = rest
  forgotten satisfies Record<string, never>
  return and(
    eq(events.supervisorId, scope.supervisorId),
    listed(),
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

/** Operation keys use another index, about a dozen events each, so `events_history` need not contain them. */
function ofContainers({ keys, numbers }: { keys: string[]; numbers: string[] }): SQL {
  const byNumber = anyOf(sql`${events.containerNumber}`, numbers, 'text')
  if (keys.length === 0) return byNumber
  const byKey = sql`${events.id} in (select k.id from ${events} k where k.container_id = any(${sql.param(keys)}::text[]))`
  return numbers.length === 0 ? byKey : sql`(${byNumber} or ${byKey})`
}

const isEverything = (match: EventMatch): boolean => Object.values(match).every((filter) => filter === null)

/** How many events match. Without filters it is the newest `seq`, less the numbers that are no listed event. */
function total(scope: SupervisorScope, match: EventMatch): SQL {
  return isEverything(match)
    ? sql`coalesce((select ${eventCounters.lastSeq} - ${eventCounters.unlisted} from ${eventCounters}
        where ${eventCounters.tenantId} = ${scope.supervisorId}), 0)`
    : sql`(select count(*) from ${events} where ${matching(scope, match)})`
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
): Promise<{ rows: PlacedEvent[]; total: number }> {
  const newest = newestIds(db, scope, match, cursor, limit)
  const selection = { ...WITH_PLACE, total: total(scope, match) }
  const rows = await selectedInTurns<PlacedEvent & { total: number }>(db, scope, selection, (columns) =>
    db
      .select(columns)
      .from(newest)
      .innerJoin(events, eq(events.id, newest.id))
      .innerJoin(containers, eq(containers.operationKey, events.operationKey))
      .orderBy(desc(events.timestamp), desc(events.id)),
  )
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
    .select({ seq: eventCounters.lastSeq, total: total(scope, match).mapWith(Number) })
    .from(eventCounters)
    .where(eq(eventCounters.tenantId, scope.supervisorId))
  return row ?? { total: 0, seq: 0 }
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
): Promise<PlacedEvent[]> {
  const newest = newestIds(db, scope, match, cursor, limit)
  return selectedInTurns<PlacedEvent>(db, scope, { ...WITH_PLACE, duration: durationOf(seq) }, (columns) =>
    db
      .select(columns)
      .from(newest)
      .innerJoin(events, eq(events.id, newest.id))
      .innerJoin(containers, eq(containers.operationKey, events.operationKey))
      .orderBy(desc(events.timestamp), desc(events.id)),
  )
}
