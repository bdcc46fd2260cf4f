import { useMediaQuery } from '@mantine/hooks'
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
 * first truck out of sight: they are closed there, also on a tablet that was turned, until they are opened.
 */
export function useSideOpen(): { open: boolean; toggle: () => void } {
  const hasRoom = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [beside, setBeside] = useState(() => readStored(SIDE_KEY) !== false)
  const [above, setAbove] = useState(false)
  return {
    open: hasRoom ? beside : above,
    toggle: () => {
      if (!hasRoom) return setAbove(!above)
      writeStored(SIDE_KEY, !beside)
      setBeside(!beside)
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
