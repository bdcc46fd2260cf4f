import type { PublicContainerResponse } from '#contract/http/public/tracking'
import { formatCoordinates, mapsLink } from '#domain/geo/position'
import { type Phase, type StopType, workflowRow } from '#domain/operation/steps'
import { SOME_STOP } from '#domain/operation/told'
import { type TrackerStep, trackerSteps } from '#domain/operation/tracker'
import { formatDuration } from '#domain/time/duration'
import { type Html, html } from '../../../../http/answer/html.ts'
import type { TrackingPageWords } from '../../../../text/tracking-page/es.ts'
import { type Icon, icon } from './icons.ts'
import {
  instant,
  outward,
  PHASES,
  pill,
  placeOf,
  type Shown,
  STOPS,
  secondsSince,
  stepLabel,
} from './shown.ts'
import { trackSketch } from './sketch.ts'
import { eventRow, timeline } from './timeline.ts'
import type { TimeText } from './times.ts'

/** The state in words, as far as the link tells it. */
export function statusText(
  { cancelled, operationType, currentEventType }: PublicContainerResponse,
  words: TrackingPageWords,
): string {
  if (cancelled) return words.cancelledStatus
  return currentEventType === SOME_STOP ? words.stop : words.statusLabel(operationType, currentEventType)
}

/** The state and the steps, then the history. */
export function trackedView(shown: Shown): Html {
  const { container, events, words } = shown
  const newestEventAt = container.lastUpdated
  const steps = trackerSteps(
    {
      operationType: container.operationType,
      isActive: container.isActive,
      cancelled: container.cancelled,
      newestStepType: container.lastCompletedEventType,
      newestEventAt,
    },
    events,
  )
  return html`
<section id="current" class="view">
  <div class="columns">
    ${answer(shown, steps)}
    ${timeline(steps, shown)}
  </div>
</section>
<section id="history" class="view part" aria-labelledby="history-heading">
  <h2 id="history-heading">${words.history}</h2>
  <ol class="events">${events.map((event) => eventRow(event, shown))}</ol>
</section>`
}

function answer(shown: Shown, steps: readonly TrackerStep[]): Html {
  const { container, words } = shown
  const { operationType, currentEventType, isActive } = container
  const phase =
    currentEventType === SOME_STOP ? 'stopped' : workflowRow(operationType, currentEventType).phase
  const banner: { look: Phase | 'cancelled'; sign: Icon; status: string } = container.cancelled
    ? { look: 'cancelled', sign: 'ban', status: statusText(container, words) }
    : {
        look: phase,
        sign: STOPS[currentEventType as StopType] ?? PHASES[phase],
        status: statusText(container, words),
      }
  const number = container.displayContainerId
  const next = steps.find(({ state }) => state === 'next')
  const hidden = { full: null, times: words.withoutPosition, status: words.withoutTimes }[
    container.visibility
  ]
  return html`
<section class="answer" aria-labelledby="tracked-number">
  <header class="identity">
    <h2 id="tracked-number" class="number">${number.slice(0, 4)}<span class="serial">${number.slice(4, 10)}</span><span class="check">${number.slice(10)}</span></h2>
    <span class="type">${operationType === 'load' ? words.load : words.unload}</span>
    ${
      container.cancelled
        ? pill('cancelled', words.cancelled, 'ban')
        : isActive
          ? pill('working', words.inProgress, 'packageOpen')
          : pill('done', words.completed, 'circleCheckBig')
    }
  </header>
  <div class="banner ${banner.look}">
    ${icon(banner.sign, 36)}
    <div>
      <p class="status" id="status" aria-live="polite">${banner.status}</p>
      ${sinceWhen(shown)}
    </div>
  </div>
  ${next && html`<p class="next">${icon('arrowRight', 20)}<span>${words.next}: <strong>${stepLabel(next, words)}</strong>${usualText(shown)}</span></p>`}
  ${arrival(shown)}
  ${details(shown)}
  ${hidden && html`<p class="calm">${icon('shieldCheck', 20)}${hidden}</p>`}
</section>`
}

function usualText({ container: { usual }, words }: Shown): Html | null {
  if (usual === null) return null
  const { fromSeconds, toSeconds } = usual
  const isRange = fromSeconds !== null && toSeconds !== null
  return html`<span class="usual">${isRange ? words.usual(fromSeconds, toSeconds) : words.overdue}</span>`
}

/** The time of day, with the day where it is another one. */
function hourText(iso: string, time: TimeText, now: number): string {
  const whole = time(iso)
  return whole.startsWith(time(new Date(now).toISOString()).slice(0, -5)) ? whole.slice(-5) : whole
}

/** When the truck is expected, as plain text; null: not told, or not known. */
export function expectedText({
  container: { forecast },
  words,
  time,
  now,
}: Pick<Shown, 'container' | 'words' | 'time' | 'now'>): string | null {
  if (forecast === null || forecast.kind === 'late' || forecast.fromAt === null || forecast.toAt === null)
    return null
  const { step, fromAt, toAt } = forecast
  return `${words.expected(step)} ${hourText(fromAt, time, now)} ${words.and} ${hourText(toAt, time, now)}`
}

/** When the truck is expected, worded as what usually happens. */
function arrival({ container: { forecast }, words, time, now }: Shown): Html | null {
  if (forecast === null || forecast.kind === 'late') return null
  const { step, fromAt, toAt } = forecast
  if (fromAt === null || toAt === null)
    return html`<p class="expected">${icon('clock', 20)}${words.noForecast}</p>`
  const hour = (iso: string): Html =>
    html`<time datetime="${iso}" data-hour>${hourText(iso, time, now)}</time>`
  return html`<p class="expected">${icon('clock', 20)}<span>${words.expected(step)} <strong>${hour(fromAt)} ${words.and} ${hour(toAt)}</strong></span></p>`
}

function sinceWhen({ container, words, time, now }: Shown): Html | null {
  const { isActive, lastUpdated } = container
  if (lastUpdated === null || container.cancelled) return null
  if (!isActive) return html`<p>${words.finishedAt}: <strong>${instant(lastUpdated, time)}</strong></p>`
  return html`<p>${words.inState}: <strong><time datetime="${lastUpdated}" data-since>${formatDuration(secondsSince(lastUpdated, now))}</time></strong>
    <span class="since">${words.since} ${instant(lastUpdated, time)}</span></p>`
}

function agoText(iso: string, { words, time, now }: Shown): string {
  const minutes = Math.floor(secondsSince(iso, now) / 60)
  if (minutes < 1) return words.momentAgo
  if (minutes < 60) return words.minutesAgo.replace('#', String(minutes))
  if (minutes < 24 * 60) return words.hoursAgo.replace('#', String(Math.floor(minutes / 60)))
  return time(iso)
}

function details(shown: Shown): Html {
  const { container, words, time } = shown
  const { lastCompletedTime: at, startTime, totalDuration, visibility } = container
  return html`
<dl class="details">
  <div class="whole">
    <dt>${words.lastCompleted}</dt>
    <dd class="completed">${icon('circleCheck', 18)}${words.eventLabel(container.lastCompletedEventType)}
      ${at && html`<time class="ago" datetime="${at}" title="${time(at)}" data-ago>${agoText(at, shown)}</time>`}</dd>
  </div>
  ${
    totalDuration !== null &&
    html`<div>
    <dt>${words.totalDuration}</dt>
    <dd>${
      container.isActive
        ? html`<time datetime="${startTime ?? ''}" data-since>${formatDuration(totalDuration)}</time>`
        : formatDuration(totalDuration)
    }</dd>
  </div>`
  }
  ${visibility === 'full' && whereabouts(shown)}
</dl>`
}

function whereabouts(shown: Shown): Html {
  const { container, words, events, time } = shown
  const { coordinates, username } = container
  const link = container.googleMapsLink ?? (coordinates && mapsLink(coordinates))
  const track = trackSketch(events, words)
  const positioned = events.find((event) => event.coordinates !== null)
  const place = placeOf(positioned ?? container, words)
  return html`
  <div>
    <dt>${words.operator}</dt>
    <dd>${username ?? '–'}</dd>
  </div>
  ${
    container.destination &&
    html`<div>
    <dt>${words.destination}</dt>
    <dd>${container.destination}</dd>
  </div>`
  }
  <div class="whole">
    <dt>${words.location}</dt>
    <dd class="place">${icon('mapPin', 18)}${
      link === null
        ? html`<span>${place ?? words.noPosition}</span>`
        : outward(link, place ?? words.openMap, words)
    }
      ${positioned?.timestamp && html`<time class="ago" datetime="${positioned.timestamp}" title="${time(positioned.timestamp)}" data-ago>${agoText(positioned.timestamp, shown)}</time>`}</dd>
    ${track && html`<dd>${track}</dd>`}
  </div>
  ${
    coordinates &&
    html`<div class="whole">
    <dt>${words.coordinates}</dt>
    <dd>${icon('navigation', 18)}<span>${formatCoordinates(coordinates)}</span>${outward(mapsLink(coordinates), words.fullMap, words)}</dd>
  </div>`
  }`
}
