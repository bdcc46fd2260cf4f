import { useEffect, useRef } from 'react'
import { type Outbox, refused } from '#domain/outbox/entry'
import { operationText } from '../../../text/operation.ts'
import { outboxText } from '../../../text/outbox.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { TOAST_ID } from '../use-operation-actions.ts'

/** Says at once that a press was refused; the list keeps it until the driver has read it. */
export function useRefusals(box: Outbox | null): void {
  const seen = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (box === null) return
    const all = refused(box)
    const fresh = seen.current === null ? [] : all.filter(({ eventId }) => !seen.current?.has(eventId))
    seen.current = new Set(all.map(({ eventId }) => eventId))
    const first = fresh[0]
    if (first?.refusal) {
      toast({
        id: TOAST_ID,
        title: operationText.conflictTitle,
        description: outboxText.refusals[first.refusal.code],
      })
    }
  }, [box])
}
