import { observeWindowOffset } from '@tanstack/react-virtual'
import { startTransition, useEffect, useState } from 'react'
import { createStore, type Store } from '../../lib/store.ts'

/** Pixels in a millisecond. An item of a faster list is gone from a window of 800 pixels before anybody has read it. */
const PASSES_FROM = 1

/**
 * Whether items pass faster than they can be read: `passing` says it, `onScroll` hears of each step of the scrolling, and
 * of its end. A jump after a rest is no scrolling.
 */
export function createPassing(elapsed: () => number = () => performance.now()) {
  const passing = createStore(false)
  let last = { offset: 0, at: 0, moved: false }
  return {
    passing,
    onScroll(offset: number, isScrolling: boolean): void {
      const at = elapsed()
      const speed = Math.abs(offset - last.offset) / Math.max(1, at - last.at)
      passing.set(isScrolling && last.moved && speed >= PASSES_FROM)
      last = { offset, at, moved: isScrolling }
    },
  }
}

/** The same for a list in `useWindowVirtualizer`, whose `onChange` would be called when the items are there already. */
export function usePassing() {
  const [found] = useState(() => {
    const { passing, onScroll } = createPassing()
    const observeElementOffset: typeof observeWindowOffset = (instance, onOffset) =>
      observeWindowOffset(instance, (offset, isScrolling) => {
        onScroll(offset, isScrolling)
        onOffset(offset, isScrolling)
      })
    return { passing, observeElementOffset }
  })
  return found
}

/** Whether an item is drawn whole: from the beginning, or as soon as the list is slow enough to be read. */
export function useWhole(passing: Store<boolean>): boolean {
  const [isWhole, setWhole] = useState(() => !passing.get())
  useEffect(() => {
    if (isWhole) return
    const look = () => {
      // The others need not wait for this one: the page answers in between.
      if (!passing.get()) startTransition(() => setWhole(true))
    }
    look()
    return passing.subscribe(look)
  }, [isWhole, passing])
  return isWhole
}
