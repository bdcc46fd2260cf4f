import {
  type EventType,
  isStep,
  isStop,
  type OperationType,
  type StepType,
  type StopType,
  stepsOf,
} from './steps.ts'
import { SOME_STOP, type ToldEventType } from './told.ts'

/** 'next': the step that the operation waits for; an ended operation has none. */
type TrackerState = 'done' | 'next' | 'pending'

/** A stop on the way from one step to the next. */
interface TrackerStop {
  stop: StopType | typeof SOME_STOP
  /** ISO 8601; null: not told. */
  at: string | null
}

export interface TrackerStep {
  /** 'completed' is the last place: reached when the operation has ended. */
  step: StepType | 'completed'
  state: TrackerState
  /** ISO 8601; null: not reached, or not told. */
  reachedAt: string | null
  /** Its time is not the one that was reported first. */
  corrected: boolean
  /** Reported after this step and before the next, oldest first. */
  stops: readonly TrackerStop[]
}

/** The nine places of the tracker in order. `events` newest first; times are null where they are not told. */
export function trackerSteps(
  operation: {
    operationType: OperationType
    isActive: boolean
    cancelled?: boolean
    newestStepType: EventType
    newestEventAt: string | null
  },
  events: readonly { eventType: ToldEventType; timestamp: string | null; corrected?: boolean }[],
): readonly TrackerStep[] {
  const steps = stepsOf(operation.operationType)
  const lastIndex = (steps as readonly EventType[]).indexOf(operation.newestStepType)
  const reached = new Map<ToldEventType, (typeof events)[number]>(
    events.map((event) => [event.eventType, event]),
  )
  const stops = stopsByStep(events)
  const tracked = steps.map((step, index): TrackerStep => {
    const event = reached.get(step)
    const next = !event && operation.isActive && index === lastIndex + 1
    return {
      step,
      state: event ? 'done' : next ? 'next' : 'pending',
      reachedAt: event?.timestamp ?? null,
      corrected: event?.corrected ?? false,
      stops: stops.get(step) ?? [],
    }
  })
  const { isActive, cancelled, newestEventAt } = operation
  const end: TrackerStep =
    isActive || cancelled
      ? { step: 'completed', state: 'pending', reachedAt: null, corrected: false, stops: [] }
      : { step: 'completed', state: 'done', reachedAt: newestEventAt, corrected: false, stops: [] }
  return [...tracked, end]
}

function stopsByStep(
  events: readonly { eventType: ToldEventType; timestamp: string | null }[],
): ReadonlyMap<EventType, TrackerStop[]> {
  const byStep = new Map<EventType, TrackerStop[]>()
  let step: EventType | null = null
  for (const { eventType, timestamp } of events.toReversed()) {
    if (eventType !== SOME_STOP && isStep(eventType)) step = eventType
    else if ((eventType === SOME_STOP || isStop(eventType)) && step !== null)
      byStep.set(step, [...(byStep.get(step) ?? []), { stop: eventType, at: timestamp }])
  }
  return byStep
}

const LEAST_PROGRESS = 5

/** Width of the bar in percent: reached places of all nine, at least 5. Stops do not count. */
export function progressPercent(steps: readonly TrackerStep[]): number {
  const done = steps.filter(({ state }) => state === 'done').length
  return Math.min(100, Math.max(LEAST_PROGRESS, Math.round((done / steps.length) * 100)))
}
