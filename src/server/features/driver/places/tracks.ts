import type { TracksResponse } from '#contract/http/driver/places'
import type { Coordinates } from '#domain/geo/position'
import { type Box, cellOf, MOST_CELLS, mostLegs, TRACK_DAYS } from '#domain/place/tracks'
import type { AppDeps } from '../../../deps.ts'
import type { SupervisorScope } from '../../../identity/supervisor-scope.ts'
import { type Tracks, tracksIn } from '../../../record/read/tracks.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Where the supervisor's trips of the last weeks went within a box: the ground on which a place is drawn. */
export const tracksOf = (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  scope: SupervisorScope,
  box: Box,
): Promise<Tracks> => {
  const since = clock.now() - TRACK_DAYS * DAY_MS
  const cell = cellOf(box)
  const asked = { since, box, cell, mostCells: MOST_CELLS, mostLegs: mostLegs(cell) }
  return database.reader.read(scope, (db) => tracksIn(db, scope, asked))
}

/** A metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5
const point = ({ lat, lng }: Coordinates): Coordinates => ({ lat: rounded(lat), lng: rounded(lng) })

export const presentTracks = ({ cells, legs }: Tracks): TracksResponse => ({
  cells: cells.map(({ kind, steps, ...at }) => ({ ...point(at), kind, steps })),
  legs: legs.map(({ from, to, trips }) => ({ from: point(from), to: point(to), trips })),
})
