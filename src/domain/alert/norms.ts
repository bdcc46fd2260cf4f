import type { EventType, OperationType } from '../operation/steps.ts'
import { ENOUGH_SAMPLES } from '../operation/usual-time.ts'
import { localMinute } from '../time/zone.ts'
import type { Watched } from './watched.ts'

/** How long a step lasts by a supervisor's record. */
export interface Norm {
  operationType: OperationType
  /** The event that opens the interval. */
  eventType: EventType
  /** Null: wherever. */
  placeId: number | null
  /** Hour of the day at which it began, 0 to 23; null: at any. */
  hour: number | null
  samples: number
  p75Seconds: number
}

export interface Norms {
  /** Of the step in which the operation is; null: under 20 samples. */
  p75Seconds(
    operation: Pick<Watched, 'operationType' | 'newestEventType' | 'newestEventAt' | 'placeId'>,
  ): number | null
}

export const NO_NORMS: Norms = { p75Seconds: () => null }

const QUARTER_MS = 15 * 60_000

const keyOf = (...parts: readonly (string | number | null)[]): string => parts.join(' ')

/** The narrowest norm with enough samples counts: of the place at this hour, of the place, of the step at this hour, of the step. */
export function createNorms(rows: readonly Norm[], zone: string): Norms {
  const known = new Map(
    rows
      .filter(({ samples }) => samples >= ENOUGH_SAMPLES)
      .map((row) => [keyOf(row.operationType, row.eventType, row.placeId, row.hour), row.p75Seconds]),
  )
  const hours = new Map<number, number>()
  /** Hour of the day. Every zone is off by quarters of an hour, and asking for the local time is dear. */
  function hourAt(instant: number): number {
    const quarter = Math.floor(instant / QUARTER_MS)
    const found = hours.get(quarter) ?? Number(localMinute(instant, zone).slice(11, 13))
    hours.set(quarter, found)
    return found
  }
  return {
    p75Seconds({ operationType, newestEventType, newestEventAt, placeId }) {
      if (known.size === 0) return null
      const hour = hourAt(newestEventAt)
      const of = (place: number | null, at: number | null): number | undefined =>
        known.get(keyOf(operationType, newestEventType, place, at))
      const ofPlace = placeId === null ? undefined : (of(placeId, hour) ?? of(placeId, null))
      return ofPlace ?? of(null, hour) ?? of(null, null) ?? null
    },
  }
}
