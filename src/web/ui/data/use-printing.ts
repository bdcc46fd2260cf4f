import { useSyncExternalStore } from 'react'

let isPrinting = false

/** `beforeprint` comes from a browser that prints; the media query changes in one that only emulates print. */
function subscribe(listener: () => void): () => void {
  const end = new AbortController()
  const paper = window.matchMedia('print')
  // Whoever heard `beforeprint` may be gone before `afterprint`.
  isPrinting = paper.matches
  const hear = (target: EventTarget, type: string, says: () => boolean) =>
    target.addEventListener(
      type,
      () => {
        isPrinting = says()
        listener()
      },
      { signal: end.signal },
    )
  hear(window, 'beforeprint', () => true)
  hear(window, 'afterprint', () => false)
  hear(paper, 'change', () => paper.matches)
  return () => end.abort()
}

/** Whether the page goes to paper: a list that draws only what is in sight draws all of it then. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
