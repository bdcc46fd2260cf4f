import { and, desc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { DESTINATIONS } from '#domain/operation/steps'
import type { Queryable } from '../../db/connect.ts'
import { first } from '../../db/first.ts'
import { prepared } from '../../db/prepared.ts'
import { events } from '../../db/schema/record.ts'
import { EVENT_COLUMNS, type EventRow, type OperationRow, type StoredEvent } from '../rows.ts'
import { EVENT_ROW } from './intervals.ts'

/** Under the short name that statements use. */
export const e = alias(events, 'e')

type Judged = Record<'retractedBy' | 'counts', AnyPgColumn>

/** What the history lists: what was not retracted, with what happened in an operation that was cancelled. */
export const listed = (of: Pick<Judged, 'retractedBy'> = events): SQL => isNull(of.retractedBy)

/**
 * What counts: neither retracted nor of a cancelled operation. `counts` says both; the first half lets the index
 * `events_history` answer. The time and the type of a row are what counts already. `of`: `events` under another name.
 */
export const counted = (of: Judged = events): SQL => sql`${listed(of)} and ${of.counts}`

/** The events that count as `event`, to join by operation key. */
export const countedEvents = new QueryBuilder()
  .select(EVENT_COLUMNS)
  .from(events)
  .where(counted())
  .as('event')

const given = sql.placeholder

const eventOf = prepared((db) =>
  db
    .select(EVENT_ROW)
    .from(events)
    .where(and(eq(events.userId, given('userId')), eq(events.eventId, given('eventId'))))
    .prepare('event-of'),
)

export const findEventOf = (db: Queryable, userId: number, eventId: string): Promise<EventRow | null> =>
  first(eventOf(db).execute({ userId, eventId }))

/** The events of one operation that count, newest first. The caller has checked whose it is. */
export const listEvents = (db: Queryable, operation: OperationRow): Promise<EventRow[]> =>
  eventsOf(db, and(eq(events.operationKey, operation.operationKey), listed()))

/** The same with those that were retracted: the record. */
export const listRecord = (db: Queryable, operation: OperationRow): Promise<EventRow[]> =>
  eventsOf(db, eq(events.operationKey, operation.operationKey))

const eventsOf = (db: Queryable, which: SQL | undefined): Promise<EventRow[]> =>
  db.select(EVENT_ROW).from(events).where(which).orderBy(desc(events.position))

/** Where the operator last recorded each event that ends a drive, since then. */
export const lastDestinations = (db: Queryable, userId: number, since: Date): Promise<StoredEvent[]> =>
  db
    .selectDistinctOn([events.eventType], EVENT_COLUMNS)
    .from(events)
    .where(
      and(
        eq(events.userId, userId),
        inArray(events.eventType, [...DESTINATIONS]),
        isNotNull(events.lat),
        counted(),
        gte(events.timestamp, since),
      ),
    )
    .orderBy(events.eventType, desc(events.timestamp))
