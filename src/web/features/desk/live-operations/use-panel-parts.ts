import { useEffect, useState } from 'react'
import { useLive } from '../../../api/live.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import type { Standing } from './standing.ts'

/** The operation of the open detail, also when it has ended meanwhile. */
export function useDetail(
  operationKey: string | null,
  standings: ReadonlyMap<string, Standing>,
): { standing: Standing; ended: boolean } | null {
  const current = (operationKey !== null && standings.get(operationKey)) || null
  const [last, setLast] = useState(current)
  if (current !== null && current !== last) setLast(current)
  if (operationKey === null) return null
  if (current !== null) return { standing: current, ended: false }
  return last?.operation.operationKey === operationKey ? { standing: last, ended: true } : null
}

const SIDE_KEY = 'operations-side'

/**
 * Whether map and delays stand beside the cards: as left, else open. Where there is no room beside them they would push the
 * first truck out of sight: they begin closed there.
 */
export function useSideOpen(): { open: boolean; toggle: () => void } {
  const hasRoom = () => window.matchMedia('(min-width: 62em)').matches
  const [open, setOpen] = useState(() => hasRoom() && readStored(SIDE_KEY) !== false)
  return {
    open,
    toggle: () => {
      if (hasRoom()) writeStored(SIDE_KEY, !open)
      setOpen(!open)
    },
  }
}

/** A shorter break is not shown: a note that comes and goes would make the cards jump. */
const WORTH_SAYING_MS = 3000

export function useLastingOffline(): boolean {
  const { connected } = useLive()
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (connected) return
    const timer = setTimeout(() => setLasting(true), WORTH_SAYING_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [connected])
  return lasting
}
