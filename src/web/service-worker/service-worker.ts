/**
 * Keeps the page on the phone, so that it opens with no network at all. It knows nothing of operations: what a driver
 * has pressed is kept and delivered by the page itself, and no call of the API ever passes through here.
 */
import { answerFor } from './answer-for.ts'
import { foreignFiles } from './foreign-files.ts'

declare const self: ServiceWorkerGlobalScope

/** Filled in by the build (scripts/lib/precache-list.mjs): the driver's part of this version, and the supervisor's. */
const kept: { version: string; files: string[]; desk: string[] } = JSON.parse('__PRECACHE__')

const PREFIX = 'acarreo-'
const CACHE = `${PREFIX}${kept.version}`
const PAGE = '/'
/** A page from the network is worth waiting for, but not with one bar of signal. */
const NAVIGATION_TIMEOUT_MS = 3_000

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll())
})

/** Each file by itself: what a broken connection left is there for the next try, and so is what did not change. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const file of kept.files) {
    if (await cache.match(file)) continue
    // Names under assets/ contain a hash, so any cached copy is the right one.
    const known = file.startsWith('/assets/') ? await caches.match(file) : undefined
    const response = known ?? (await fetch(file, { cache: freshness(file) }))
    if (!response.ok) throw new Error(`${file}: ${response.status}`)
    if (file === PAGE) await refuseForeign(response.clone())
    await cache.put(file, response)
  }
}

/** The page past every cache: one that was refused must not come back by a question whether it has changed. */
function freshness(file: string): RequestCache {
  if (file.startsWith('/assets/')) return 'default'
  return file === PAGE ? 'reload' : 'no-cache'
}

/** Throws at the page of another version: nothing of it is kept, and the browser tries again later. */
async function refuseForeign(page: Response): Promise<void> {
  const foreign = foreignFiles(await page.text(), kept.files)
  if (foreign.length > 0) throw new Error(`the page is of another version: ${foreign.join(', ')}`)
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
      }
      await self.clients.claim()
    })(),
  )
})

// The person has agreed to the new version; without that it waits until every tab of the old one is closed.
self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting()
  if (event.data === 'keep_desk') event.waitUntil(keepDesk())
})

/** Not part of the installation: a driver's phone has no use for it. What fails is fetched when the desk asks again. */
async function keepDesk(): Promise<void> {
  for (const file of kept.desk) await keptFile(new Request(file)).catch(() => undefined)
}

/** What the server sends of an alert. A browser that gets a push must show something. */
self.addEventListener('push', (event) => {
  const { title, body, alertId }: { title: string; body: string; alertId: number } = event.data?.json() ?? {}
  // A later level replaces the message of the one before.
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: `alert-${alertId}`, icon: '/icons/icon-192.png' }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showAlerts())
})

const ALERTS = '/supervisor?tab=alerts'

async function showAlerts(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const desk = windows.find(({ url }) => new URL(url).pathname === '/supervisor')
  if (!desk) return void (await self.clients.openWindow(ALERTS))
  await desk.focus()
  await desk.navigate(ALERTS).catch(() => undefined)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const how = answerFor({
    method: request.method,
    ownOrigin: url.origin === self.location.origin,
    path: url.pathname,
    navigation: request.mode === 'navigate',
    kept: kept.files.includes(url.pathname),
  })
  switch (how) {
    case 'network':
      return
    case 'kept_page':
      return event.respondWith(keptPage())
    case 'fresh_page':
      return event.respondWith(freshPage(request))
    case 'kept_file':
      return event.respondWith(keptFile(request))
  }
})

async function keptPage(): Promise<Response> {
  return (await caches.match(PAGE, { cacheName: CACHE })) ?? fetch(PAGE)
}

async function freshPage(request: Request): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), NAVIGATION_TIMEOUT_MS)
  try {
    return await fetch(request, { signal: abort.signal })
  } catch {
    return keptPage()
  } finally {
    clearTimeout(timer)
  }
}

async function keptFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request)
  // A full disk must not cost the answer.
  if (response.ok) await cache.put(request, response.clone()).catch(() => undefined)
  return response
}
