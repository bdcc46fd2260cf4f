import { useEffect } from 'react'
import { keepDesk } from '../../lib/app-update.ts'
import { loadToasts } from '../toast/toaster.tsx'
import { fetchPartsAhead } from './part.tsx'

const QUIET_MS = 4_000

/** A part is evaluated in one go, up to 20 ms on a slow machine; while the page scrolls, an idle stretch is shorter. */
const STILL_MS = 20
const LOOK_AGAIN_MS = 250
/** For all parts together: a page that moves without end is kept for a reload too. */
const PATIENCE_MS = 15_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Milliseconds until the browser wants to draw again, once it has nothing else to do. */
const idleStretch = () =>
  new Promise<number>((resolve) =>
    requestIdleCallback((deadline) => resolve(deadline.timeRemaining()), { timeout: LOOK_AGAIN_MS }),
  )

/** Returns a wait: it resolves when the page has an idle stretch, and at once after `patienceMs`. */
function stillness(patienceMs: number): () => Promise<void> {
  const patientUntil = performance.now() + patienceMs
  return async () => {
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) return
    while (performance.now() < patientUntil && (await idleStretch()) < STILL_MS) await pause(LOOK_AGAIN_MS)
  }
}

/** Fetches every part once nothing is asked of the page, and has the service worker keep them for a reload. */
export function useFetchAhead(): void {
  useEffect(() => {
    const begin = async () => {
      const untilStill = stillness(PATIENCE_MS)
      await untilStill()
      loadToasts()
      await fetchPartsAhead(untilStill)
      keepDesk()
    }
    const timer = setTimeout(() => void begin(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
}
