import { useSyncExternalStore } from 'react'
import { createStore } from '../store.ts'
import { serverNow } from './server-clock.ts'

function wholeSteps(stepMs: number): number {
  const now = serverNow()
  return now - (now % stepMs)
}

/**
 * One timer for the whole page: 200 cards that count seconds share one render. It pauses while the tab is hidden.
 */
const second = createStore(wholeSteps(1000), () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = () => {
    clearTimeout(timer)
    if (document.hidden) return
    second.set(wholeSteps(1000))
    // Aligned to whole seconds: no second is shown twice or skipped.
    timer = setTimeout(tick, 1000 - (serverNow() % 1000))
  }
  document.addEventListener('visibilitychange', tick)
  tick()
  return () => {
    document.removeEventListener('visibilitychange', tick)
    clearTimeout(timer)
  }
})

/** Renders when the text of `textAt` changes: once a minute for a text in minutes. */
export function useTimeText(textAt: (now: number) => string): string {
  return useSyncExternalStore(second.subscribe, () => textAt(wholeSteps(1000)))
}

/** Epoch milliseconds by the server's clock, in whole steps of `stepMs` (at least a second). */
export function useNow(stepMs = 1000): number {
  // The clock, not the store: before the first tick the store may hold an old second.
  return useSyncExternalStore(second.subscribe, () => wholeSteps(stepMs))
}
