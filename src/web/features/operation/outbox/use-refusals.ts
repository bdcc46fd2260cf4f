import { useEffect, useRef } from 'react'
import { type Outbox, refused } from '#domain/outbox/entry'
import { sayRefused } from './press-toasts.ts'

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
