import { EXPORT_COLUMNS } from '#contract/http/desk/history'
import type { EventResponse } from '#contract/http/operations'
import { CSV_BOM, csvRecord } from '#domain/csv/csv'
import { PLACE_HISTORY_DAYS } from '#domain/place/place'
import { mapInTurns } from '../../../adapters/thread/in-turns.ts'
import { type Database, type Queryable, type Reader, SNAPSHOT } from '../../../db/connect.ts'
import type { PageCursor } from '../../../db/keyset.ts'
import { pageOf } from '../../../http/answer/cursor.ts'
import { listInTurns } from '../../../http/answer/json-in-turns.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { gradeAt, type NamedShape, presentCorrection, presentEvent } from '../../../live/present.ts'
import { correctionsAfter } from '../../../record/read/corrections.ts'
import {
  type EventMatch,
  eventPage,
  eventsAfter,
  exportBatch,
  matching,
  type PlacedEvent,
  snapshot,
} from '../../../record/read/history.ts'
import { outsideSteps } from '../../driver/places/outside/steps.ts'
import { type ExportWords, exportRecord } from './present.ts'

const cursorOf = (row: { timestamp: Date; id: number }): PageCursor => ({
  timestamp: row.timestamp.getTime(),
  id: row.id,
})

type Shapes = ReadonlyMap<number, NamedShape>

/** `places`: all of the supervisor, by id. */
const presentPlaced = (row: PlacedEvent, places: Shapes): EventResponse =>
  presentEvent(row, gradeAt(row, (row.placeId && places.get(row.placeId)) || null))

/** The events as a JSON text. */
export const eventsText = (
  scope: SupervisorScope,
  rows: readonly PlacedEvent[],
  places: Shapes,
): Promise<string> => listInTurns(scope, rows, (row) => presentPlaced(row, places))

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The filters with the steps outside their place found, which takes reading their positions: without `from`, only those of
 * the last 90 days before `now`.
 */
async function withSteps(
  db: Queryable,
  scope: SupervisorScope,
  match: EventMatch,
  { places, now }: Judging,
): Promise<EventMatch> {
  if (match.outside === null) return match
  const from = match.from ?? new Date(now - PLACE_HISTORY_DAYS * DAY_MS)
  const steps = await outsideSteps(db, scope, places, matching(scope, { ...match, from }))
  return { ...match, ids: steps.map(({ id }) => id) }
}

/** What steps are judged by: all places of the supervisor, by id; and the time, epoch milliseconds. */
export interface Judging {
  places: Shapes
  now: number
}

/** One page of the history, newest first. `nextCursor` is null on the last. */
export async function readPage(
  db: Queryable,
  scope: SupervisorScope,
  asked: EventMatch,
  { cursor, limit, ...judging }: { cursor: PageCursor | null; limit: number } & Judging,
): Promise<{ rows: PlacedEvent[]; total: number; nextCursor: string | null }> {
  const match = await withSteps(db, scope, asked, judging)
  const { rows, total } = await eventPage(db, scope, match, { cursor, limit: limit + 1 })
  return { ...pageOf(rows, limit, cursorOf), total }
}

/** What was recorded after a number, oldest first: events, retracted ones too, and corrections; as a JSON text. */
export async function recordAfter(
  { orm }: Pick<Database, 'orm'>,
  scope: SupervisorScope,
  after: number,
  limit: number,
  places: Shapes,
): Promise<string> {
  const { events, corrections } = await orm.transaction(
    async (tx) => ({
      corrections: await correctionsAfter(tx, scope, after, limit),
      events: await eventsAfter(tx, scope, after, limit),
    }),
    SNAPSHOT,
  )
  const record = [
    ...events.map((row) => ({ seq: row.seq, present: () => presentPlaced(row, places) })),
    ...corrections.map((row) => ({ seq: row.seq, present: () => presentCorrection(row) })),
  ]
  return listInTurns(scope, record.sort((a, b) => a.seq - b.seq).slice(0, limit), ({ present }) => present())
}

/** About 60 kB of text, and 5 ms of the thread for what the database gives. */
const BATCH_ROWS = 500

export interface EventsFile {
  /** Number of records, without the header row. */
  total: number
  /** Chunks of the file, read lazily: a slow client slows the reading down, and nothing is buffered. */
  pieces: AsyncGenerator<string>
}

/** Waits for a turn before each batch, so that a file that is long takes no more than one that is short. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * The matches as CSV, as of now. No transaction stays open while the client reads: events recorded later have a higher
 * `seq` and are left out, so the file is one snapshot, wherever each batch is read.
 */
export async function exportEvents(
  reader: Reader,
  scope: SupervisorScope,
  asked: EventMatch,
  { now, inTurn, ...words }: ExportWords & { now: number; inTurn: InTurn },
): Promise<EventsFile> {
  const { match, total, seq } = await reader.read(scope, async (db) => {
    const match = await withSteps(db, scope, asked, { places: words.places, now })
    return { match, ...(await snapshot(db, scope, match)) }
  })
  async function* pieces(): AsyncGenerator<string> {
    let head = CSV_BOM + csvRecord(EXPORT_COLUMNS)
    let cursor: PageCursor | null = null
    for (;;) {
      const from = cursor
      const rows = await inTurn(() =>
        reader.read(
          scope,
          (db) => exportBatch(db, scope, match, { cursor: from, limit: BATCH_ROWS, seq }),
          seq,
        ),
      )
      const then = rows.filter((row) => row.seq <= seq)
      const text = head + (await mapInTurns(scope, then, (row) => exportRecord(row, words))).join('')
      head = ''
      if (text !== '') yield text
      const last = rows.at(-1)
      if (rows.length < BATCH_ROWS || !last) return
      cursor = cursorOf(last)
    }
  }
  return { total, pieces: pieces() }
}
