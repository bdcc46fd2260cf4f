import { STEP_HISTORY_DAYS } from '#contract/http/step-percentiles'
import type { StepForecast } from '#domain/forecast/forecast'
import { type UsualTime, usualTime } from '#domain/operation/usual-time'
import { createKept } from '../../../adapters/kept.ts'
import type { AppDeps } from '../../../deps.ts'
import { type SupervisorScope, scopeOf } from '../../../identity/supervisor-scope.ts'
import type { PlaceMemory } from '../../../live/place-memory.ts'
import type { NamedShape } from '../../../live/present.ts'
import { stepLengths } from '../../../record/read/durations.ts'
import type { OperationRow } from '../../../record/rows.ts'
import { placeOf } from '../../driver/operations/places.ts'
import type { Forecasts } from '../forecast/service.ts'
import type { Tracked } from './find.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Four weeks of history hardly move in a quarter of an hour. */
const KEPT_MS = 15 * 60 * 1000
/** More samples do not move a quartile. */
const MOST_SAMPLES = 500
/** Of steps of supervisors; the oldest is forgotten. */
const MOST_KEPT = 2_000

/** What is to come of a tracked operation, and where it goes; each null where it is not told. */
export interface Outlook {
  destination: NamedShape | null
  usual: UsualTime | null
  forecast: StepForecast | null
}

export type Outlooks = ReturnType<typeof createOutlooks>

/** What is to come of a tracked operation, by its supervisor's own record and places. */
export function createOutlooks(
  { database: { orm }, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { forecasts, places }: { forecasts: Pick<Forecasts, 'ofOperation'>; places: Pick<PlaceMemory, 'of'> },
) {
  const kept = createKept<string, readonly number[]>({
    forMs: KEPT_MS,
    most: MOST_KEPT,
    now: () => clock.now(),
  })

  function lengthsOf(scope: SupervisorScope, operation: OperationRow): Promise<readonly number[]> {
    const { operationType, newestEventType } = operation
    const key = `${scope.supervisorId} ${operationType} ${newestEventType}`
    const since = new Date(clock.now() - STEP_HISTORY_DAYS * DAY_MS)
    return kept(key, () => stepLengths(orm, scope, operation, { since, limit: MOST_SAMPLES }))
  }

  async function forecastOf(scope: SupervisorScope, { operationKey }: OperationRow) {
    const found = await forecasts.ofOperation(scope, operationKey)
    return found?.steps.find(({ step }) => step === found.milestone) ?? null
  }

  return async ({ operation, level, tellsArrival }: Tracked): Promise<Outlook> => {
    const { supervisorId, isActive, newestEventAt } = operation
    const destination = level === 'full' ? await placeOf(places, operation) : null
    if (level === 'status' || !isActive || supervisorId === null) {
      return { destination, usual: null, forecast: null }
    }
    const scope = scopeOf({ id: supervisorId, role: 'supervisor' })
    const elapsedSeconds = Math.max(0, Math.floor((clock.now() - newestEventAt.getTime()) / 1000))
    const [lengths, forecast] = await Promise.all([
      lengthsOf(scope, operation),
      tellsArrival ? forecastOf(scope, operation) : null,
    ])
    return { destination, usual: usualTime(lengths, elapsedSeconds), forecast }
  }
}
