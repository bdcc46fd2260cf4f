import { type ComponentType, useEffect } from 'react'
import { notKept } from '../../lib/app-update.ts'
import { createStore, useStore } from '../../lib/store.ts'

const loaded = createStore<ComponentType | null>(null)
let loading = false

/** Loads what draws the toasts. Toasts shown before wait in their store; a failed load is retried by the next toast. */
export function loadToasts(): void {
  if (loading) return
  loading = true
  import('./toasts.tsx').then(
    ({ Toasts }) => loaded.set(Toasts),
    () => {
      loading = false
    },
  )
}

/** Draws the toasts once their chunk is there: 12 kB that the first screen does not need. */
export function Toaster() {
  const Toasts = useStore(loaded)
  const alone = useStore(notKept)
  // They must be there before the network is lost.
  useEffect(() => {
    if (alone) loadToasts()
  }, [alone])
  // A toast follows a touch or a key in most cases, so load then.
  useEffect(() => {
    window.addEventListener('pointerdown', loadToasts, { once: true })
    window.addEventListener('keydown', loadToasts, { once: true })
    return () => {
      window.removeEventListener('pointerdown', loadToasts)
      window.removeEventListener('keydown', loadToasts)
    }
  }, [])
  return Toasts && <Toasts />
}
