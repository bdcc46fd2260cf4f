import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { type FreeTime, metresOutside, type Watched, type WatchedEvent } from '#domain/alert/watched'
import { type Agreed, type Applicability, contractOf, termsOf } from '#domain/detention/contract'
import { PARK_ARRIVAL } from '#domain/operation/steps'
import { stepGrade } from '#domain/place/grade'
import type { Shape } from '#domain/place/shape'
import { dayText } from '#domain/time/day-text'
import { inTurns } from '../../../../adapters/thread/in-turns.ts'
import type { Queryable } from '../../../../db/connect.ts'
import { rowsInTurns } from '../../../../db/rows-in-turns.ts'
import { contracts } from '../../../../db/schema/detention.ts'
import { places } from '../../../../db/schema/places.ts'
import { countedEvents } from '../../../../record/read/events.ts'
import { visitsOf } from '../../../../record/read/visits.ts'

/** An operation of a supervisor with the events that count, oldest first. */
export interface RecordedOperation {
  operationKey: string
  supervisorId: number
  /** Number of its records. */
  version: number
  /** When the server refused steps since the newest record. */
  refused: { at: number; times: number } | null
  /** Where it goes, or went, and what was agreed on the free time; null: not known, nothing. */
  place: Pick<Watched, 'placeId' | 'freeTime'>
  events: WatchedEvent[]
}

interface Row {
  container_id: string
  supervisor_id: number
  version: number
  times: number | null
  refused_at: number | null
  event_type: WatchedEvent['type']
  operation_type: WatchedEvent['operationType']
  at: number
  recorded_at: number
  clock_offset_ms: number | null
  place_id: number | null
  client_id: number | null
  time_zone: string | null
  free_minutes: number | null
  lat: number | null
  lng: number | null
  accuracy: number | null
}

/** Epoch milliseconds. */
const ms = (column: string): SQL => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)

/** The zone of the product is that of visits without a place; `now`: of operations that have not arrived. */
interface Read {
  zone: string
  now: number
}

async function readOperations(
  db: Queryable,
  supervisorIds: readonly number[],
  which: SQL,
  { zone, now }: Read,
): Promise<RecordedOperation[]> {
  const [only, ...others] = supervisorIds
  const worker = only === undefined || others.length > 0 ? null : { supervisorId: only }
  const agreed = await readContracts(db, supervisorIds)
  const rows = await rowsInTurns<Row>(
    db,
    worker,
    sql`
    select visit.container_id, visit.supervisor_id, visit.version, r.times, ${ms('r.refused_at')} as refused_at,
      event.event_type, event.operation_type, ${ms('event.timestamp')} as at, ${ms('event.recorded_at')} as recorded_at,
      event.clock_offset_ms::float8 as clock_offset_ms, event.lat, event.lng, event.accuracy,
      visit.place_id, visit.client_id, visit.time_zone, visit.free_minutes
    from ${visitsOf('everybody')}
    join ${countedEvents} on event.container_id = visit.container_id
    left join refused_steps r on r.container_id = visit.container_id and r.supervisor_id = visit.supervisor_id
      and r.version = visit.version
    where visit.supervisor_id = any(${sql.param(supervisorIds)}::integer[]) and ${which}
    order by visit.id, event.position`,
  )
  const shapes = await readShapes(db, supervisorIds, new Set(rows.map((row) => row.place_id)))
  return inTurns(worker, gathered(rows, { agreed, shapes, zone, now }))
}

/** Once for each place: in every row, a large polygon would be most of what is read. */
async function readShapes(
  db: Queryable,
  supervisorIds: readonly number[],
  ids: ReadonlySet<number | null>,
): Promise<ReadonlyMap<number | null, Shape>> {
  const { id, shape, supervisorId } = places
  const wanted = [...ids].filter((id) => id !== null)
  const rows = await db
    .select({ id, shape })
    .from(places)
    .where(and(inArray(supervisorId, supervisorIds), inArray(id, wanted)))
  return new Map(rows.map((row) => [row.id, row.shape]))
}

/** Rows in the order of their operations. Yields after each. */
function* gathered(
  rows: readonly Row[],
  {
    agreed,
    shapes,
    zone,
    now,
  }: Read & { agreed: readonly Contract[]; shapes: ReadonlyMap<number | null, Shape> },
): Generator<void, RecordedOperation[]> {
  const operations: RecordedOperation[] = []
  for (const row of rows) {
    let newest = operations.at(-1)
    if (newest?.operationKey !== row.container_id) {
      const refused =
        row.refused_at !== null && row.times !== null ? { at: row.refused_at, times: row.times } : null
      newest = {
        operationKey: row.container_id,
        supervisorId: row.supervisor_id,
        version: row.version,
        refused,
        place: { placeId: row.place_id, freeTime: null },
        events: [],
      }
      operations.push(newest)
      newest.place.freeTime = freeTimeOf(row, agreed, { zone, now })
    }
    if (row.event_type === PARK_ARRIVAL)
      newest.place.freeTime = freeTimeOf(row, agreed, { zone, now: row.at })
    newest.events.push({
      type: row.event_type,
      operationType: row.operation_type,
      at: row.at,
      recordedAt: row.recorded_at,
      clockOffsetMs: row.clock_offset_ms,
      outsideMetres: outsideMetres(row, shapes.get(row.place_id) ?? null),
    })
    yield
  }
  return operations
}

interface Contract extends Applicability, Agreed {
  supervisorId: number
}

const readContracts = (db: Queryable, supervisorIds: readonly number[]): Promise<Contract[]> =>
  db
    .select()
    .from(contracts)
    .where(inArray(contracts.supervisorId, [...supervisorIds]))

/** By the contract that counts at `now`, the arrival or this moment, else by the place. */
function freeTimeOf(row: Row, all: readonly Contract[], read: Read): FreeTime | null {
  const zone = row.time_zone ?? read.zone
  const contract = contractOf(
    all.filter(({ supervisorId }) => supervisorId === row.supervisor_id),
    {
      clientId: row.client_id,
      placeId: row.place_id,
      operationType: row.operation_type,
      day: dayText(read.now, zone),
    },
  )
  return termsOf(contract, row.free_minutes, zone)
}

function outsideMetres(row: Row, shape: Shape | null): number | null {
  const { lat, lng } = row
  const grade = stepGrade(
    {
      operationType: row.operation_type,
      eventType: row.event_type,
      coordinates: lat === null || lng === null ? null : { lat, lng },
      accuracy: row.accuracy,
      fixAgeSeconds: null,
      suggested: false,
    },
    shape,
  )
  return metresOutside(grade)
}

/** The active operations of these supervisors; `only`: those of them. */
export const activeOperations = (
  db: Queryable,
  supervisorIds: readonly number[],
  read: Read,
  only?: readonly string[],
): Promise<RecordedOperation[]> =>
  readOperations(
    db,
    supervisorIds,
    sql`visit.is_active ${only ? sql`and visit.container_id = any(${sql.param(only)}::text[])` : sql``}`,
    read,
  )

const startedSince = (supervisorId: number, since: Date): SQL =>
  sql`visit.supervisor_id = ${supervisorId} and visit.start_time >= ${since.toISOString()}::timestamptz`

/** Of what set out since then, also what has ended, the newest `most`; and how many there are. */
export async function operationsSince(
  db: Queryable,
  supervisorId: number,
  { since, most }: { since: Date; most: number },
  read: Read,
): Promise<{ operations: RecordedOperation[]; total: number }> {
  const set = sql`from ${visitsOf('everybody')} where ${startedSince(supervisorId, since)}`
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::integer as n ${set}`)
  const newest = sql`visit.id in (
    select visit.id ${set} order by visit.start_time desc, visit.id desc limit ${most})`
  return {
    operations: await readOperations(db, [supervisorId], newest, read),
    total: rows[0]?.n ?? 0,
  }
}
