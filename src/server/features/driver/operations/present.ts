import type { TripGuideResponse } from '#contract/http/driver/trip-guide'
import type { StepPercentilesResponse } from '#contract/http/step-percentiles'
import { placeNamed } from '#domain/geo/place-name'
import { ENOUGH_SAMPLES } from '#domain/usual/lengths'
import type { UsualRow } from '#domain/usual/usual'
import { coordinatesOf, positionGradeOf } from '../../../live/present.ts'
import type { StoredEvent } from '../../../record/rows.ts'

export const presentUsualRow = (row: UsualRow): StepPercentilesResponse[number] => ({
  operationType: row.operationType,
  eventType: row.eventType,
  placeId: row.placeId,
  partOfDay: row.partOfDay,
  samples: row.samples,
  normalSeconds: row.normalSeconds,
  p75Seconds: row.p75Seconds,
})

export function presentTripGuide({
  supervisor,
  placeId,
  usual,
  destinations,
}: {
  supervisor: { displayName: string; phone: string | null } | null
  placeId: number | null
  usual: readonly UsualRow[]
  destinations: readonly StoredEvent[]
}): TripGuideResponse {
  return {
    supervisor: supervisor && { displayName: supervisor.displayName, phone: supervisor.phone },
    placeId,
    usual: usual
      .filter((row) => row.samples >= ENOUGH_SAMPLES && (row.placeId === null || row.placeId === placeId))
      .map(presentUsualRow),
    destinations: destinations.flatMap((row) => {
      const coordinates = positionGradeOf(row) === 'good' ? coordinatesOf(row) : null
      if (coordinates === null) return []
      const { eventType, timestamp, location } = row
      return [{ eventType, coordinates, place: placeNamed(location), timestamp: timestamp.toISOString() }]
    }),
  }
}
