import { maintenance } from '../../../../lib/maintenance.ts'

/** Longer than a press waits for its position in the tab that was pressed. */
const TAKE_OVER_MS = 3000

export interface Woken {
  /** Tries to deliver now. */
  wake(): void
  /** Reads what another tab may have changed. Never rejects. */
  reread(): void
  /** The tab that was pressed sends. If it is closed or frozen before that, this one does. */
  takeOver(): void
}

/** Listens until the returned function is called. `channel`: carries the id of the user whose outbox a tab changed. */
export function listenForWakeUps(
  userId: number,
  channel: BroadcastChannel | null,
  { wake, reread, takeOver }: Woken,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const listening = new AbortController()
  const { signal } = listening

  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    reread()
    wake()
  }
  const onTold = ({ data }: MessageEvent) => {
    if (data !== userId) return
    reread()
    timer ??= setTimeout(() => {
      timer = undefined
      takeOver()
    }, TAKE_OVER_MS)
  }

  window.addEventListener('online', wake, { signal })
  window.addEventListener('pageshow', onVisible, { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
  channel?.addEventListener('message', onTold, { signal })
  const stopWaiting = maintenance.subscribe(() => {
    if (!maintenance.get()) wake()
  })
  return () => {
    listening.abort()
    stopWaiting()
    clearTimeout(timer)
  }
}
