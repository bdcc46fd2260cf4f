import type { z } from 'zod'
import type { ContainerIdsResponse, exportQuery, operatorLogsResponse } from '#contract/http/desk/history'
import { type CsvCell, csvRecord } from '#domain/csv/csv'
import { placeNamed } from '#domain/geo/place-name'
import { mapsLink } from '#domain/geo/position'
import { eventLabel } from '#domain/operation/labels'
import { stepGrade } from '#domain/place/grade'
import { offsetAt } from '#domain/time/offsets'
import { coordinatesOf, type NamedShape } from '../../../live/present.ts'
import type { PlacedEvent } from '../../../record/read/history.ts'
import type { EventRow, OperationRow } from '../../../record/rows.ts'
import { CORRECTION_WORDS, OPERATION_NAMES } from '../../../text/csv.ts'

export function presentLog(row: EventRow): z.infer<typeof operatorLogsResponse>[number] {
  return {
    id: row.id,
    timestamp: row.timestamp.toISOString(),
    username: row.username,
    containerName: row.containerNumber,
    containerId: row.operationKey,
    eventType: row.eventType,
    duration: row.duration,
    location: row.location,
    place: placeNamed(row.location),
    googleMapsLink: row.lat === null || row.lng === null ? null : mapsLink({ lat: row.lat, lng: row.lng }),
  }
}

export const presentOperationName = (
  row: Pick<OperationRow, 'operationKey' | 'containerNumber'>,
): ContainerIdsResponse[number] => ({
  containerId: row.operationKey,
  displayContainerId: row.containerNumber,
})

/** An operation key without its secret token: the container number. */
const withoutToken = (text: string): string => text.replace(/_[A-Za-z0-9]{8,}/g, '')

/**
 * What the audit log keeps of an export: the filters and the number of rows. Tokens are removed, because an operation
 * key opens its tracking page for everybody who reads the log.
 */
export function tracedExport(query: z.output<typeof exportQuery>, rows: number) {
  const { containerId, q, ...rest } = query
  const filters = { ...rest, containerId: containerId.map(withoutToken), q: q && withoutToken(q) }
  const isSet = ([, value]: [string, unknown]): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''
  const set = Object.fromEntries(Object.entries(filters).filter(isSet)) as Partial<typeof filters>
  return { rows, ...set }
}

/** What the rows of a file are written with: places and display names by id, and the zone of the times. */
export interface ExportWords {
  places: ReadonlyMap<number, NamedShape>
  names: ReadonlyMap<number, string>
  zone: string
}

/** One line of the exported file, in the order of EXPORT_COLUMNS. */
export function exportRecord(row: PlacedEvent, { places, names, zone }: ExportWords): string {
  const place = row.placeId === null ? null : places.get(row.placeId)
  const at = localInstant(row.timestamp.getTime(), zone)
  const cells: CsvCell[] = [
    row.id,
    names.get(row.userId) ?? row.username,
    row.containerNumber,
    OPERATION_NAMES[row.operationType],
    eventLabel(row.eventType),
    at,
    row.duration,
    row.location,
    row.reportedAt && localInstant(row.reportedAt.getTime(), zone),
    correctionWords(row, zone) || null,
    place ? metresOutside(row, place) : null,
    row.username,
    at.slice(0, 19).replace('T', ' '),
  ]
  return csvRecord(cells)
}

const metresOutside = (row: PlacedEvent, { shape }: NamedShape): number | null =>
  stepGrade({ ...row, fixAgeSeconds: null, coordinates: coordinatesOf(row), suggested: false }, shape)
    ?.metres ?? null

/** What counted before the corrections of this row. */
function correctionWords({ firstTimestamp, firstEventType, counts }: PlacedEvent, zone: string): string {
  return [
    firstTimestamp && CORRECTION_WORDS.time(localInstant(firstTimestamp.getTime(), zone)),
    firstEventType && CORRECTION_WORDS.type(eventLabel(firstEventType)),
    counts ? '' : CORRECTION_WORDS.cancelled,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Zone offsets change on quarter hours only, so rows of the same quarter share one lookup. */
const QUARTER_MS = 15 * 60 * 1000
let known = { zone: '', quarter: Number.NaN, offset: 0 }

/** `2026-03-10T12:00:00.000-06:00`: local time with its offset, still the exact instant. */
function localInstant(instant: number, zone: string): string {
  const quarter = Math.floor(instant / QUARTER_MS)
  if (known.quarter !== quarter || known.zone !== zone) {
    known = { zone, quarter, offset: offsetAt(quarter * QUARTER_MS, zone) }
  }
  const minutes = Math.abs(Math.round(known.offset / 60_000))
  const two = (n: number): string => String(n).padStart(2, '0')
  const sign = known.offset < 0 ? '-' : '+'
  const wall = new Date(instant + known.offset).toISOString().slice(0, -1)
  return `${wall}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
