/**
 * The page as it is kept on the phone (service-worker/), and the newer version of it that may be waiting. A new version
 * takes over when every tab of the old one is closed, or when the person agrees: never by itself under their hands.
 */
type Listener = () => void

const HOUR_MS = 60 * 60 * 1000
/** From the agreement to the change of versions it takes some tenths of a second. */
const PATIENCE_MS = 5_000

let waiting: ServiceWorker | null = null
/** Another tab has agreed: the files of this page's version are gone, and only a reload brings it up to date. */
let overtaken = false
const listeners = new Set<Listener>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

export const updateOffer = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /**
   * Whether a newer version is there. Also in the middle of a trip: the offer covers nothing and takes nothing away, and a
   * reload loses no press. It is only never taken without the person's agreement.
   */
  isDue: (): boolean => waiting !== null || overtaken,
}

/**
 * The new version takes over, and this tab starts again with it. A browser may hold the change back for minutes while the
 * old version still has a request in hand; whoever agreed sees the page start again all the same, and the change follows.
 */
export function acceptUpdate(): void {
  const start = () => location.reload()
  if (overtaken || waiting === null) {
    start()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', start, { once: true })
  waiting.postMessage('activate')
  setTimeout(start, PATIENCE_MS)
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
  const workers = navigator.serviceWorker
  let ruling = workers.controller
  workers.addEventListener('controllerchange', () => {
    // The first worker that ever takes over keeps this very version.
    overtaken ||= ruling !== null
    ruling = workers.controller
    tell()
  })
  const registration = await workers.register('/service-worker.js')
  const look = (): void => {
    // Without a controller this is the first version ever kept here, and nobody runs an older one.
    waiting = workers.controller === null ? null : registration.waiting
    tell()
  }
  const watch = (worker: ServiceWorker | null): void => worker?.addEventListener('statechange', look)
  look()
  // Another tab may have begun: then nobody is told of a find any more.
  watch(registration.installing)
  watch(registration.waiting)
  registration.addEventListener('updatefound', () => watch(registration.installing))
  // A phone keeps the page open for days; by itself the browser looks for a new version only when a page is opened.
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}
