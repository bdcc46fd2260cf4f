import type { Readable } from '../../../../lib/store.ts'
import type { OutboxView } from './kept-box.ts'
import { goesOut } from './sender.ts'

/** After this the driver goes on with what the phone holds. */
const WAIT_MS = 5000

/** 'open': the network is gone, the server asks to wait, or no answer came in time. The press is sent again by itself. */
export type Verdict = 'recorded' | 'refused' | 'open'

/** What the server says to a stored press. Never rejects. */
export function verdictOn(eventId: string, view: Readable<OutboxView>): Promise<Verdict> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const settle = (verdict: Verdict) => {
      listening.abort()
      stop()
      clearTimeout(timer)
      resolve(verdict)
    }
    const look = () => {
      const { box, sender } = view.get()
      // Delivered entries of an operation that has ended are deleted.
      const status = box?.entries.find((entry) => entry.eventId === eventId)?.status ?? 'delivered'
      if (status !== 'waiting') settle(status === 'delivered' ? 'recorded' : 'refused')
      else if (!goesOut(sender, navigator.onLine)) settle('open')
    }
    const timer = setTimeout(() => settle('open'), WAIT_MS)
    const stop = view.subscribe(look)
    window.addEventListener('offline', look, { signal: listening.signal })
    look()
  })
}
