import { createStore, type Readable } from './store.ts'

/**
 * The version of the page that the service worker caches on the phone, and a newer one that may wait. The newer one
 * takes over when every tab of the old one is closed, or when the person agrees; never by itself.
 */
const HOUR_MS = 60 * 60 * 1000
/** The switch takes some tenths of a second after the person has agreed. */
const PATIENCE_MS = 5_000

let waiting: ServiceWorker | null = null
/** Another tab has agreed: the files of this page's version are gone, and only a reload brings it up to date. */
let overtaken = false
const due = createStore(false)
const without = createStore(false)

/** Whether a newer version waits. It is offered during a trip too: a reload loses no press. */
export const updateDue: Readable<boolean> = due

/** Whether this device caches nothing: what may be needed without a network must be loaded before that. */
export const notKept: Readable<boolean> = without

const update = (): void => due.set(waiting !== null || overtaken)

/**
 * Lets the new version take over and reloads this tab. A browser may delay the switch for minutes while the old version
 * has an open request; the tab then reloads after `PATIENCE_MS`, and the switch follows.
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

/** Caches the page on this device. Where the browser cannot or will not, the page works without; see `notKept`. */
export function keepOnDevice(): void {
  const otherwise = () => without.set(true)
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) {
    otherwise()
    return
  }
  // After everything that the person waits for: it must not compete for bandwidth.
  const begin = () => void register().catch(otherwise)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

/** Has the worker keep the desk's files too, so that it opens without a network. Without a worker, nothing happens. */
export function keepDesk(): void {
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep_desk'))
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker
  let ruling = workers.controller
  workers.addEventListener('controllerchange', () => {
    // The first worker that ever takes over caches this same version.
    overtaken ||= ruling !== null
    ruling = workers.controller
    update()
  })
  const registration = await workers.register('/service-worker.js')
  const look = (): void => {
    // Without a controller this is the first version cached here, and no tab runs an older one.
    waiting = workers.controller === null ? null : registration.waiting
    update()
  }
  const watch = (worker: ServiceWorker | null): void => worker?.addEventListener('statechange', look)
  look()
  // Another tab may have begun, and then no `updatefound` follows.
  watch(registration.installing)
  watch(registration.waiting)
  registration.addEventListener('updatefound', () => watch(registration.installing))
  // A phone keeps the page open for days, and the browser looks for a new version only when a page is opened.
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}
