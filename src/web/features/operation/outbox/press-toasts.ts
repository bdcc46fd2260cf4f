import { useEffect, useRef } from 'react'
import { type Entry, type Outbox, type Refusal, refused } from '#domain/outbox/entry'
import { operationText as text } from '../../../text/operation.ts'
import { outboxText } from '../../../text/outbox.ts'
import { hideToast, type Toast, toast } from '../../../ui/toast/toast.ts'

/** Toasts about presses that may still be shown. Each has the id of its press. */
let shown: readonly string[] = []

/** Says what came of a press, in place of what was said about earlier ones. */
export function sayPress(id: string, words: Omit<Toast, 'id'>): void {
  for (const earlier of shown) if (earlier !== id) hideToast(earlier)
  shown = [id]
  toast({ ...words, id })
}

/** Says that stored presses were refused, the oldest by name, in place of what was said when they were stored. */
function sayRefused([first, ...others]: readonly [Entry, ...Entry[]]): void {
  for (const { eventId } of others) hideToast(eventId)
  shown = [...shown, first.eventId]
  toast({ ...refusedWords(first), id: first.eventId })
}

function refusedWords({ eventType, refusal }: Entry): Omit<Toast, 'id'> {
  if (eventType === 'start_trip') {
    return {
      title: text.errorTitle,
      description: startFailure(refusal?.sentence ?? null),
      variant: 'destructive',
    }
  }
  return { title: text.conflictTitle, ...(refusal ? { description: outboxText.refusals[refusal.code] } : {}) }
}

/** `sentence`: the server's own, in Spanish; '': it gave none; null: there was no answer. */
export const startFailure = (sentence: Refusal['sentence']): string =>
  sentence === null ? text.startFailed : sentence || text.startFailedUnknown

/** Says at once that a press was refused; the list keeps it until the driver has read it. */
export function useRefusals(box: Outbox | null): void {
  const seen = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (box === null) return
    const all = refused(box)
    const fresh = seen.current === null ? [] : all.filter(({ eventId }) => !seen.current?.has(eventId))
    seen.current = new Set(all.map(({ eventId }) => eventId))
    const [first, ...others] = fresh
    if (first) sayRefused([first, ...others])
  }, [box])
}
