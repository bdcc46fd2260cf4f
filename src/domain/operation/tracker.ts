import { type EventType, type OperationType, type StepType, stepsOf } from './steps.ts'

/** 'next': the step that the operation waits for; an ended operation has none. */
export type TrackerState = 'done' | 'next' | 'pending'

export interface TrackerStep {
  /** 'completed' is the last place: reached when the operation has ended. */
  step: StepType | 'completed'
  state: TrackerState
  /** ISO 8601; null: not reached, or not told. */
  reachedAt: string | null
}

/** The nine places of the tracker in order. `events` in any order; times are null where they are not told. */
export function trackerSteps(
  operation: {
    operationType: OperationType
    isActive: boolean
    newestStepType: EventType
    newestEventAt: string | null
  },
  events: readonly { eventType: EventType; timestamp: string | null }[],
): readonly TrackerStep[] {
  const steps = stepsOf(operation.operationType)
  const lastIndex = (steps as readonly EventType[]).indexOf(operation.newestStepType)
  const reached = new Map(events.map(({ eventType, timestamp }) => [eventType, timestamp]))
  const tracked = steps.map((step, index): TrackerStep => {
    const done = reached.has(step)
    const next = !done && operation.isActive && index === lastIndex + 1
    return { step, state: done ? 'done' : next ? 'next' : 'pending', reachedAt: reached.get(step) ?? null }
  })
  const { isActive, newestEventAt } = operation
  const end: TrackerStep = isActive
    ? { step: 'completed', state: 'pending', reachedAt: null }
    : { step: 'completed', state: 'done', reachedAt: newestEventAt }
  return [...tracked, end]
}

const LEAST_PROGRESS = 5

/** Width of the bar in percent: reached places of all nine, at least 5. Stops do not count. */
export function progressPercent(steps: readonly TrackerStep[]): number {
  const done = steps.filter(({ state }) => state === 'done').length
  return Math.min(100, Math.max(LEAST_PROGRESS, Math.round((done / steps.length) * 100)))
}
