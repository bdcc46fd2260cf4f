import { useState } from 'react'
import { readStored, writeStored } from '../../../lib/storage.ts'

const KEY = 'operations-side'

/** Whether map and delays stand beside the cards: as left, else where there is room for them. */
export function useSideOpen(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => {
    const stored = readStored(KEY)
    return typeof stored === 'boolean' ? stored : window.matchMedia('(min-width: 62em)').matches
  })
  return {
    open,
    toggle: () => {
      writeStored(KEY, !open)
      setOpen(!open)
    },
  }
}
