import { isStop } from '#domain/operation/steps'
import { type Entry, isStart, isWaiting, type RefusalCode } from '#domain/outbox/entry'
import { createStore } from '../../../lib/store.ts'
import { outboxText, operationText as text } from '../../../text/driver.ts'

/** What came of the driver's newest press, or what somebody else did to the operation. */
export interface Notice {
  title: string
  description?: string | undefined
  /** Below the description. */
  hint?: string | undefined
  /** `done` is shown as long as the press can be undone, the others until the next press. */
  tone: 'done' | 'failed' | 'told'
  /** Epoch milliseconds by the phone's clock. */
  at: number
  /** The press whose answer changes it. */
  eventId?: string
}

/** Stands in the page: a toast would cover what is read and pressed. */
export const notice = createStore<Notice | null>(null)

export const say = (told: Omit<Notice, 'at'>): void => notice.set({ ...told, at: Date.now() })

/** `sentence`: the server's own; '': it gave none; null: there was no answer. */
export const startFailure = (sentence: string | null): string =>
  sentence === null ? text.startFailed : sentence || text.startFailedUnknown

export function pressFailure(eventType: Entry['eventType']): string {
  if (isStop(eventType)) return text.stopFailed
  if (eventType === 'resume_route') return text.resumeFailed
  return eventType === 'end_trip' ? text.finishFailed : text.stepFailed
}

/** The step stands, or stood until somebody took it back: there is nothing to try again. */
const NO_FAILURE: readonly RefusalCode[] = ['already_recorded', 'retracted', 'undo_refused']

/**
 * What `told` says now that this has become of its press; null: nothing, the list of refused steps says it. `goesOut`:
 * what waits is about to be sent.
 */
export function answered(told: Notice, entry: Entry, goesOut: boolean): Notice | null {
  const { status, refusal, eventType } = entry
  if (told.tone === 'failed') return told
  if (status === 'refused') {
    if (refusal !== null && NO_FAILURE.includes(refusal.code)) return null
    const description = isStart(entry) ? startFailure(refusal?.sentence ?? null) : pressFailure(eventType)
    return { ...told, title: text.errorTitle, description, hint: undefined, tone: 'failed' }
  }
  if (told.tone !== 'done' || !isWaiting(entry)) return told
  if (isStart(entry)) {
    return { ...told, title: text.startWaits, description: text.startWaitsHint, hint: undefined }
  }
  return goesOut ? told : { ...told, description: outboxText.savedHere }
}
