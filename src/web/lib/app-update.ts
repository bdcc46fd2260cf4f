/**
 * The page as it is kept on the phone (service-worker/), and the newer version of it that may be waiting. A new version
 * takes over when every tab of the old one is closed, or when the person agrees: never by itself under their hands.
 */
type Listener = () => void

const HOUR_MS = 60 * 60 * 1000

let waiting: ServiceWorker | null = null
/** Those who are in the middle of something that an offer would disturb. */
const busy = new Set<symbol>()
const listeners = new Set<Listener>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

export const updateOffer = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Whether a newer version may be offered now. */
  isDue: (): boolean => waiting !== null && busy.size === 0,
}

/** No offer from now on until the returned function is called. */
export function holdOffers(): () => void {
  const hold = Symbol('hold')
  busy.add(hold)
  tell()
  return () => {
    busy.delete(hold)
    tell()
  }
}

/** The new version takes over, and this tab starts again with it. */
export function acceptUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('activate')
}

/** Keeps the page on this device. Where a browser cannot, or will not, the page works as it does without. */
export function keepOnDevice(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // After everything that the person waits for: what is kept would take its share of one bar of signal.
  const begin = () => void register().catch(() => undefined)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  const look = (): void => {
    // Without a controller this is the first version ever kept here, and nobody runs an older one.
    waiting = navigator.serviceWorker.controller === null ? null : registration.waiting
    tell()
  }
  look()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  // A phone keeps the page open for days; by itself the browser looks for a new version only when a page is opened.
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}
