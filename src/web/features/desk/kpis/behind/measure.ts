import { distanceKm } from '#domain/geo/position'
import { tripDurationText } from '#domain/kpi/trip-duration'
import { formatDuration } from '#domain/time/duration'
import type { OperationEvent } from '../../../../api/operation.ts'
import { kpisText as text } from '../../../../text/desk.ts'
import { eventLogText } from '../../../../text/page.ts'
import type { Measure } from '../../../../ui/haulage/event-log-table.tsx'
import type { Unit } from '../cards.ts'

/**
 * The column that shows what each of these events adds to the figure, with the mean above it. `rows`: newest first;
 * `partial`: there are more than these.
 */
export function measureOf(unit: Unit, rows: readonly OperationEvent[], partial: boolean): Measure {
  if (unit.of === 'distance') return distances(rows, partial)
  const inTrips = unit.of === 'trips'
  const shown = (seconds: number) =>
    inTrips ? tripDurationText(Math.floor(seconds / 60)) : formatDuration(seconds)
  const closed = rows.flatMap(({ duration }) => (duration === null ? [] : duration))
  const mean = inTrips
    ? { label: text.meanOf(text.trips(unit.trips)), value: unit.mean }
    : meanOf(closed, partial, (sum) => formatDuration(Math.round(sum)))
  return {
    head: text.time,
    valueOf: ({ duration }) => (duration === null ? eventLogText.open : shown(duration)),
    mean,
  }
}

/** Each event with the leg to the operation's next position. */
function distances(rows: readonly OperationEvent[], partial: boolean): Measure {
  const legs = new Map<number, number>()
  const later = new Map<string, OperationEvent>()
  for (const row of rows) {
    if (row.coordinates === null) continue
    const next = later.get(row.operationKey)?.coordinates
    if (next) legs.set(row.id, distanceKm(row.coordinates, next))
    later.set(row.operationKey, row)
  }
  return {
    head: text.leg,
    valueOf: ({ id }) => {
      const leg = legs.get(id)
      return leg === undefined ? '–' : text.km(leg)
    },
    mean: meanOf([...legs.values()], partial, text.km, text.legs),
  }
}

function meanOf(
  values: readonly number[],
  partial: boolean,
  shown: (mean: number) => string,
  all: (count: number) => string = (count) => text.rows(count, null),
) {
  if (values.length === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const which = partial ? text.shownOnes(values.length) : all(values.length)
  return { label: text.meanOf(which), value: shown(mean) }
}
