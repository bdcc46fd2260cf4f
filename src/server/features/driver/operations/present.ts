import type { StepPercentilesResponse } from '#contract/http/step-percentiles'
import type { TripGuideResponse } from '#contract/http/trip-guide'
import { placeNamed } from '#domain/geo/place-name'
import { ENOUGH_SAMPLES } from '#domain/operation/usual-time'
import { coordinatesOf, positionGradeOf } from '../../../live/present.ts'
import type { StepPercentile } from '../../../record/read/durations.ts'
import type { EventRow } from '../../../record/rows.ts'

export function presentStepPercentile(row: StepPercentile): StepPercentilesResponse[number] {
  return {
    operationType: row.operationType,
    eventType: row.eventType,
    samples: row.samples,
    p75Seconds: row.p75Seconds,
  }
}

export function presentTripGuide({
  supervisor,
  usual,
  destinations,
}: {
  supervisor: { displayName: string; phone: string | null } | null
  usual: readonly StepPercentile[]
  destinations: readonly EventRow[]
}): TripGuideResponse {
  return {
    supervisor: supervisor?.phone ? { displayName: supervisor.displayName, phone: supervisor.phone } : null,
    usual: usual
      .filter(({ samples }) => samples >= ENOUGH_SAMPLES)
      .map(({ operationType, eventType, p75Seconds }) => ({ operationType, eventType, seconds: p75Seconds })),
    destinations: destinations.flatMap((row) => {
      const coordinates = positionGradeOf(row) === 'good' ? coordinatesOf(row) : null
      if (coordinates === null) return []
      const { eventType, timestamp, location } = row
      return [{ eventType, coordinates, place: placeNamed(location), timestamp: timestamp.toISOString() }]
    }),
  }
}
