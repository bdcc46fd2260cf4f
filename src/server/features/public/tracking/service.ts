import type { StepForecast } from '#domain/forecast/forecast'
import { type UsualTime, usualTime } from '#domain/usual/usual'
import { inTurns } from '../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../deps.ts'
import { type SupervisorScope, scopeOf } from '../../../identity/supervisor-scope.ts'
import type { PlaceMemory } from '../../../live/place-memory.ts'
import type { NamedShape } from '../../../live/present.ts'
import type { UsualTimesOf } from '../../../record/read/durations.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { placeOf } from '../../driver/operations/places.ts'
import type { Forecasts } from '../forecast/service.ts'
import type { Tracked } from './find.ts'

/** What is to come of a tracked operation, and where it goes; each null where it is not told. */
export interface Outlook {
  destination: NamedShape | null
  usual: UsualTime | null
  forecast: StepForecast | null
}

export type Outlooks = ReturnType<typeof createOutlooks>

/** What is to come of a tracked operation, by its supervisor's own record and places. */
export function createOutlooks(
  { clock }: Pick<AppDeps, 'clock'>,
  {
    forecasts,
    places,
    usualTimesOf,
  }: {
    forecasts: Pick<Forecasts, 'ofOperation'>
    places: Pick<PlaceMemory, 'of'>
    usualTimesOf: UsualTimesOf
  },
) {
  async function usualOf(scope: SupervisorScope, operation: OperationRow): Promise<UsualTime | null> {
    const { operationType, newestEventType: eventType, newestEventAt, placeId } = operation
    const at = newestEventAt.getTime()
    const { sample } = await usualTimesOf(scope)
    const lengths = await inTurns(
      scope,
      sample({ operationType, eventType, placeId, at, to: null, origin: null }),
    )
    return usualTime(lengths, Math.max(0, Math.floor((clock.now() - at) / 1000)))
  }

  async function forecastOf(scope: SupervisorScope, { operationKey }: OperationRow) {
    const found = await forecasts.ofOperation(scope, operationKey)
    return found?.steps.find(({ step }) => step === found.milestone) ?? null
  }

  return async ({ operation, level, tellsArrival }: Tracked): Promise<Outlook> => {
    const { supervisorId, isActive } = operation
    const destination = level === 'full' ? await placeOf(places, operation) : null
    if (level === 'status' || !isActive || supervisorId === null) {
      return { destination, usual: null, forecast: null }
    }
    const scope = scopeOf({ id: supervisorId, role: 'supervisor' })
    const [usual, forecast] = await Promise.all([
      usualOf(scope, operation),
      tellsArrival ? forecastOf(scope, operation) : null,
    ])
    return { destination, usual, forecast }
  }
}
