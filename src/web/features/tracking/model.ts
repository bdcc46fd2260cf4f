import { type EventType, stepsOf } from '#domain/operation/steps'
import type { TrackedContainer, TrackedEvent } from '../../api/tracking.ts'
import { COMPLETED_LABEL, eventLabel } from '../../text/labels.ts'

/** 'next': the step that the operation waits for; an ended operation has none. */
export type TrackerState = 'done' | 'next' | 'pending'

export interface TrackerStep {
  label: string
  state: TrackerState
  /** ISO 8601; when the step was reached, null while it was not. */
  reachedAt: string | null
}

/**
 * The nine places of the tracker in order. `events` in any order; null while they load: then every step up to the newest
 * counts as done.
 */
export function trackerSteps(
  container: Pick<TrackedContainer, 'operationType' | 'isActive' | 'newestStepType' | 'newestEventAt'>,
  events: readonly Pick<TrackedEvent, 'eventType' | 'timestamp'>[] | null,
): readonly TrackerStep[] {
  const steps = stepsOf(container.operationType)
  const lastIndex = (steps as readonly EventType[]).indexOf(container.newestStepType)
  const reached = new Map<EventType, string>(events?.map((e) => [e.eventType, e.timestamp]))
  const tracked = steps.map((step, index): TrackerStep => {
    const done = events === null ? index <= lastIndex : reached.has(step)
    const next = !done && container.isActive && index === lastIndex + 1
    return {
      label: eventLabel(step),
      state: done ? 'done' : next ? 'next' : 'pending',
      reachedAt: reached.get(step) ?? null,
    }
  })
  const completed: TrackerStep = {
    label: COMPLETED_LABEL,
    state: container.isActive ? 'pending' : 'done',
    reachedAt: container.isActive ? null : container.newestEventAt,
  }
  return [...tracked, completed]
}

const LEAST_PROGRESS = 5

/** Width of the bar in percent: reached places of all nine, at least 5. Stops do not count. */
export function progressPercent(steps: readonly TrackerStep[]): number {
  const done = steps.filter(({ state }) => state === 'done').length
  return Math.min(100, Math.max(LEAST_PROGRESS, Math.round((done / steps.length) * 100)))
}

/** The label of the step that comes next; null once the operation has ended. */
export function nextLabel(steps: readonly TrackerStep[]): string | null {
  return steps.find(({ state }) => state === 'next')?.label ?? null
}

/** Newest first; events of the same instant by their id. */
export function newestFirst(events: readonly TrackedEvent[]): readonly TrackedEvent[] {
  return [...events].sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.id - a.id)
}

/** Seconds that the trip has lasted at `now` (epoch milliseconds): counted on while active, fixed afterwards. */
export function tripSeconds(
  container: Pick<TrackedContainer, 'isActive' | 'startedAt' | 'totalDuration'>,
  now: number,
): number {
  if (!container.isActive) return container.totalDuration
  return Math.max(0, Math.floor((now - Date.parse(container.startedAt)) / 1000))
}
