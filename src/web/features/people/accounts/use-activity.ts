import { useEffect, useEffectEvent, useRef } from 'react'
import { DESK_ACTIVE } from '../../../api/desk/kept-desk.ts'
import { reportActivity } from '../../../api/people/session.ts'
import { watchActivity } from '../../../lib/activity.ts'
import { idle, lockBeforeRequests } from '../../../lib/idle.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

const CHECK_MS = 5_000
const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const

/** Reports to the server that a person is at this desk; calls `onIdle` after `minutes` without one (0: never). Returns what a new login calls. */
export function useActivity(minutes: number, onIdle: () => void): () => void {
  const limitMs = useEffectEvent(() => (minutes === 0 ? null : minutes * 60_000))
  const lock = useEffectEvent(onIdle)
  const restart = useRef(() => {})

  useEffect(() => {
    const watch = watchActivity({
      now: Date.now,
      limitMs: () => (idle.get() ? null : limitMs()),
      shared: {
        read: () => Number(readStored(DESK_ACTIVE) ?? 0),
        write: (at) => void writeStored(DESK_ACTIVE, at),
      },
      report: () => {
        // The next one tells it.
        reportActivity().catch(() => {})
      },
      onIdle: () => lock(),
    })
    restart.current = watch.restart
    const forget = lockBeforeRequests(watch.check)
    const seen = () => {
      if (!idle.get()) watch.seen()
    }
    seen()
    const timer = setInterval(watch.check, CHECK_MS)
    for (const input of INPUTS) window.addEventListener(input, seen, { passive: true, capture: true })
    document.addEventListener('visibilitychange', watch.check)
    return () => {
      forget()
      clearInterval(timer)
      for (const input of INPUTS) window.removeEventListener(input, seen, { capture: true })
      document.removeEventListener('visibilitychange', watch.check)
    }
  }, [])
  return () => restart.current()
}
