/**
 * What the tracking page, which the server makes whole, does besides with JavaScript: it counts time, shows times in the
 * device's zone, turns the two views into tabs, follows the operation without a reload, and tells its end on request.
 */
import './tracking.css'
import { formatDuration } from '#domain/time/duration'
import { isWaiting, offerToTell, tellTheEnd } from './tell-the-end.ts'

const VIEWS = ['current', 'history'] as const
type View = (typeof VIEWS)[number]

/** As text/language.ts keeps it. */
const LANGUAGE = 'acarreo.language'

/** A poll that takes longer is a network that is not there. */
const TIMEOUT_MS = 8_000
const HIDDEN_MS = 30_000
/** Counters do not follow the server's clock for less. */
const WORTH_SHOWING_MS = 2_000

const root = document.documentElement
const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the page has no #${id}`)
  return element
}
const tracked = byId('tracked')
const words = byId('words').dataset

/** What to add to this device's clock for the server's. */
let offsetMs = 0
let lastKnown = new Date()

const two = (n: number): string => String(n).padStart(2, '0')
const hourText = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`

function timeText(date: Date): string {
  const isEnglish = root.lang === 'en'
  const month = isEnglish ? date.toLocaleString('en-US', { month: 'short' }) : two(date.getMonth() + 1)
  const day = [two(date.getDate()), month, two(date.getFullYear() % 100)].join(isEnglish ? ' ' : '/')
  return `${day} ${hourText(date)}`
}

function agoText(at: Date, seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return words.moment ?? ''
  if (minutes < 60) return (words.minutes ?? '').replace('#', String(minutes))
  if (minutes < 24 * 60) return (words.hours ?? '').replace('#', String(Math.floor(minutes / 60)))
  return timeText(at)
}

const times = (mark: 'at' | 'since' | 'ago' | 'hour'): HTMLTimeElement[] => [
  ...tracked.querySelectorAll<HTMLTimeElement>(`time[data-${mark}]`),
]

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

function tick(): void {
  const now = Date.now() + offsetMs
  const secondsOf = ({ dateTime }: HTMLTimeElement) =>
    Math.max(0, Math.floor((now - Date.parse(dateTime)) / 1000))
  for (const time of times('since')) write(time, formatDuration(secondsOf(time)))
  for (const time of times('ago')) write(time, agoText(new Date(time.dateTime), secondsOf(time)))
}

/** After the page was loaded, and after each change of what it shows. */
function dress(): void {
  const difference = Number(tracked.dataset.now) - Date.now()
  offsetMs = Math.abs(difference) > WORTH_SHOWING_MS ? difference : 0
  lastKnown = new Date()
  for (const time of times('at')) write(time, timeText(new Date(time.dateTime)))
  const today = new Date(Date.now() + offsetMs).toDateString()
  for (const time of times('hour')) {
    const at = new Date(time.dateTime)
    write(time, at.toDateString() === today ? hourText(at) : timeText(at))
  }
  for (const time of times('ago')) time.title = timeText(new Date(time.dateTime))
  for (const view of VIEWS) {
    const panel = byId(view)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', `tab-${view}`)
  }
  tick()
}

function open(view: View): void {
  root.dataset.view = view
  for (const each of VIEWS) {
    const tab = byId(`tab-${each}`)
    tab.setAttribute('aria-selected', String(each === view))
    tab.tabIndex = each === view ? 0 : -1
  }
}

function makeTabs(): void {
  byId('tab-current').parentElement?.setAttribute('role', 'tablist')
  for (const [index, view] of VIEWS.entries()) {
    const tab = byId(`tab-${view}`)
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', view)
    tab.addEventListener('click', (event) => {
      event.preventDefault()
      open(view)
    })
    tab.addEventListener('keydown', ({ key }) => {
      const other = VIEWS[1 - index]
      if (!other || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return
      open(other)
      byId(`tab-${other}`).focus()
    })
  }
  open(location.hash === '#history' ? 'history' : 'current')
}

/** Says that the poll has failed, until one succeeds. */
function showFailed(failed: boolean): void {
  const strip = byId('stale')
  strip.hidden = !failed
  const known = (words.known ?? '').replace('#', hourText(lastKnown))
  const text = [words.failed, ...(navigator.onLine ? [] : [words.offline]), known].join(' ')
  if (failed && strip.lastElementChild) strip.lastElementChild.textContent = text
}

/** Makes `old` what `fresh` is, node by node: a status that changes in its place is read aloud, and nothing flickers. */
function patch(old: Node, fresh: Node): void {
  if (old.nodeName !== fresh.nodeName || old.childNodes.length !== fresh.childNodes.length) {
    old.parentNode?.replaceChild(fresh, old)
    return
  }
  if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue
  if (old instanceof Element && fresh instanceof Element) {
    for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name)
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value)
    }
  }
  const children = [...fresh.childNodes]
  for (const [index, child] of [...old.childNodes].entries()) {
    const next = children[index]
    if (next) patch(child, next)
  }
}

/** Puts another version of the page in the place of this one. */
function replaceBy(text: string): void {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  const next = fresh.getElementById('tracked')
  if (!next) throw new Error('the answer is no tracking page')
  // A list that has grown is another one: a link in it that had the focus gets it back.
  const focused = [...tracked.querySelectorAll('a')].indexOf(document.activeElement as HTMLAnchorElement)
  patch(tracked, next)
  document.title = fresh.title
  dress()
  if (focused >= 0) tracked.querySelectorAll('a')[focused]?.focus()
}

let timer: ReturnType<typeof setTimeout> | undefined
let asking = false

/** A hidden page asks only for somebody who waits for the end; it asks again when it is shown. */
function schedule(): void {
  clearTimeout(timer)
  const every = document.hidden ? (isWaiting() ? HIDDEN_MS : null) : Number(tracked.dataset.every) * 1000
  if (every !== null) timer = setTimeout(() => void poll(), every)
}

async function poll(): Promise<void> {
  if (asking) return
  asking = true
  const abort = new AbortController()
  const timeout = setTimeout(() => abort.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(location.href, {
      cache: 'no-store',
      headers: { 'If-None-Match': `W/"${tracked.dataset.tag}"` },
      signal: abort.signal,
    })
    if (response.status === 404) return location.reload()
    if (response.status !== 304) {
      if (!response.ok) throw new Error(String(response.status))
      replaceBy(await response.text())
      tellTheEnd()
    }
    lastKnown = new Date()
    showFailed(false)
  } catch {
    showFailed(true)
  } finally {
    clearTimeout(timeout)
    asking = false
    schedule()
  }
}

/** A choice that only the other screens know: they keep it where the server cannot read it. */
function followLanguage(): void {
  try {
    const chosen: unknown = JSON.parse(localStorage.getItem(LANGUAGE) ?? 'null')
    if ((chosen !== 'es' && chosen !== 'en') || root.lang.startsWith(chosen)) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${LANGUAGE}=${chosen}; path=/; max-age=31536000; samesite=lax`
    // Without cookies this would be a loop.
    if (document.cookie.includes(`${LANGUAGE}=${chosen}`)) location.reload()
  } catch {
    // A private window keeps nothing: the page stays in the browser's language.
  }
}

followLanguage()
makeTabs()
offerToTell()
dress()
setInterval(() => {
  if (!document.hidden) tick()
}, 1000)
schedule()
for (const [target, event] of [
  [document, 'visibilitychange'],
  [window, 'online'],
  [window, 'pageshow'],
] as const) {
  target.addEventListener(event, () => {
    if (document.hidden) return schedule()
    tick()
    void poll()
  })
}
window.addEventListener('offline', () => showFailed(true))
document.querySelector<HTMLElement>('[data-language]')?.addEventListener('click', (event) => {
  const { language } = (event.currentTarget as HTMLElement).dataset
  try {
    localStorage.setItem(LANGUAGE, JSON.stringify(language))
  } catch {
    // The cookie says it to this page.
  }
})
