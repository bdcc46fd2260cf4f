import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

/**
 * One ticker for the whole page: 200 cards that count seconds share one timer and one paint. It stands still while
 * the tab is hidden (nobody reads it, and a phone keeps its battery) and is right again the moment it is shown.
 */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | null = null
let now = serverNow()

function tick(): void {
  now = serverNow()
  // Aligned to whole seconds, so that no second is shown twice or skipped.
  timer = setTimeout(tick, 1000 - (now % 1000))
  for (const listener of listeners) listener()
}

function pause(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
}

function onVisibility(): void {
  pause()
  if (!document.hidden && listeners.size > 0) tick()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility)
  listeners.add(listener)
  if (timer === null && !document.hidden) timer = setTimeout(tick, 1000 - (serverNow() % 1000))
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', onVisibility)
    pause()
  }
}

function read(): number {
  // Nobody ticked for a while (first reader of a page): a stale value would show a wrong elapsed time for a second.
  const fresh = serverNow()
  if (timer === null && Math.abs(fresh - now) >= 1000) now = fresh
  return now
}

/** Epoch milliseconds by the server's clock, renewed every second, or less often: in whole steps of `stepMs`. */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(subscribe, () => (stepMs <= 1000 ? read() : read() - (read() % stepMs)))
}
