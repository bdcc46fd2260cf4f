import type { PublicContainerResponse } from '#contract/http/public/tracking'
import { type Html, html, trusted } from '../../../../http/answer/html.ts'
import type { BuiltPage } from '../../../../http/answer/page.ts'
import type { TrackingPageWords } from '../../../../text/tracking-page/es.ts'
import { icon } from './icons.ts'
import { searchForm } from './search-form.ts'
import { groupedNumber, type Shown } from './shown.ts'
import { expectedText, statusText, trackedView } from './view.ts'

/** The page's script asks this often, in seconds; without JavaScript the browser loads the page this often. */
const POLL = { active: 10, ended: 60, unscripted: 30 }

/** The mark, as the favicon and the other screens draw it. */
const MARK = trusted(
  '<svg viewBox="0 0 64 64" width="32" height="32" aria-hidden="true"><rect width="64" height="64" rx="14" fill="#0b605f"/><path d="M12 14h40v30H12z" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round"/><path d="M32 14v30M22 20v18M42 20v18" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/><path d="M10 54h18c6 0 6-4 12-4h8" fill="none" stroke="#ffc247" stroke-width="4" stroke-linecap="round"/><circle cx="52" cy="50" r="4.5" fill="#ffc247"/></svg>',
)

/** What every page of this kind takes. */
export interface Dress {
  words: TrackingPageWords
  built: BuiltPage
}

function page(
  { words, built }: Dress,
  { title, head, body }: { title: string; head?: Html | null; body: Html },
): Html {
  return html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0b605f">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Acarreo</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${trusted(`<style>${built.css}</style>`)}
${head ?? null}
</head>
<body>
${body}
</body>
</html>
`
}

const languageSwitch = ({ otherLanguage: { code, name } }: TrackingPageWords): Html =>
  html`<a class="switch" href="?lang=${code}" lang="${code}" hreflang="${code}" data-language="${code}">${icon('languages', 18)}${name}</a>`

/** The container's page. `tag`: its version, for polls; `zone`: that of its times. */
export function trackedPage(
  shown: Shown,
  { built, tag, zone, origin }: { built: BuiltPage; tag: string; zone: string; origin: string },
): Html {
  const { container, words, now } = shown
  const title = `${groupedNumber(container.displayContainerId)} · ${words.title}`
  const head = html`${preview(shown, origin)}
${built.script && html`<script type="module" src="${built.script}"></script>`}
<noscript><meta http-equiv="refresh" content="${POLL.unscripted}"></noscript>`
  const body = html`<header class="header">${MARK}<h1>${words.title}</h1></header>
<main class="main">
  <nav class="tabs" aria-label="${words.tabs}"><a href="#current" id="tab-current">${words.current}</a><a href="#history" id="tab-history">${words.history}</a></nav>
  <p class="strip" id="stale" role="status" hidden>${icon('wifiOff', 18)}<span></span></p>
  <div id="tracked" data-tag="${tag}" data-now="${now}" data-every="${pollSeconds(container)}"${!container.isActive && html` data-ended`}>${trackedView(shown)}</div>
  ${container.isActive && html`<p class="notify" id="notify" hidden><button class="button" type="button" aria-pressed="false">${icon('bell', 18)}${words.notify}</button><span role="status" data-on="${words.notifyOn}" data-done="${words.notifyDone}"></span></p>`}
</main>
<footer class="footer" id="words" data-moment="${words.momentAgo}" data-minutes="${words.minutesAgo}" data-hours="${words.hoursAgo}" data-failed="${words.eventsFailed}" data-offline="${words.offline}" data-known="${words.lastKnown}">
  <noscript><p class="zone">${container.visibility !== 'status' && words.zone(zone)} <a class="link" href="">${icon('refresh', 18)}${words.refresh}</a></p></noscript>
  ${languageSwitch(words)}
</footer>`
  return page({ words, built }, { title, head, body })
}

/** What messengers show of the link before it is opened: no more than the page does. */
function preview({ container, words, time, now }: Shown, origin: string): Html {
  const expected = expectedText({ container, words, time, now })
  const says = [statusText(container, words), ...(expected ? [expected] : [])]
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="Acarreo">
<meta property="og:title" content="${groupedNumber(container.displayContainerId)} · ${words.title}">
<meta property="og:description" content="${says.join('. ')}.">
<meta property="og:image" content="${origin}/icons/icon-512.png">
<meta property="og:image:width" content="512">
<meta property="og:image:height" content="512">`
}

const pollSeconds = ({ isActive }: PublicContainerResponse): number => (isActive ? POLL.active : POLL.ended)

/** A page with one thing to say or to ask. `area`: what it is about; absent: tracking. */
export function messagePage(
  dress: Dress,
  { title, head, area, body }: { title: string; head?: Html | null; area?: string; body: Html },
): Html {
  const { words } = dress
  return page(dress, {
    title,
    head: head ?? null,
    body: html`<main class="message">
  ${icon('packageSearch', 48)}
  <p class="area">${area ?? words.title}</p>
  ${body}
  ${languageSwitch(words)}
</main>`,
  })
}

/** The door for customers. `typed`: what was neither a number nor a link; empty: nothing was typed yet. */
export const searchPage = (dress: Dress & { script: string | null }, typed: string): Html => {
  const { words, script } = dress
  return messagePage(dress, {
    title: words.searchTitle,
    head: script === null ? null : html`<script type="module" src="${script}"></script>`,
    body: html`<h1>${words.searchTitle}</h1>${searchForm(words, typed, typed !== '')}
  <section class="shared" id="shared" aria-labelledby="shared-heading" hidden>
    <h2 id="shared-heading">${words.shared}</h2>
    <ul></ul>
    <button class="button" type="button">${icon('trash', 18)}${words.forgetShared}</button>
  </section>`,
  })
}

/** Nothing to show, and what to do. `retry`: the same address may answer later; then the browser asks by itself. */
export function failurePage(
  dress: Dress,
  { title, hint, retry }: { title: string; hint: string; retry: boolean },
): Html {
  const { words } = dress
  return messagePage(dress, {
    title: words.title,
    head: retry ? html`<meta http-equiv="refresh" content="${POLL.active}">` : null,
    body: html`<div role="alert"><h1>${title}</h1><p>${hint}</p></div>
  ${!retry && searchForm(words)}
  <p class="ways">${retry && html`<a class="button filled" href="">${words.retry}</a>`}<a class="button" href="/">${words.home}</a></p>`,
  })
}
