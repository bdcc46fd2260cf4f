import type { PublicEventResponse } from '#contract/http/public/tracking'
import { mapsLink } from '#domain/geo/position'
import type { ToldEventType } from '#domain/operation/told'
import { progressPercent, type TrackerStep } from '#domain/operation/tracker'
import { formatDuration } from '#domain/time/duration'
import { type Html, html } from '../../../../http/answer/html.ts'
import { icon } from './icons.ts'

import {
  correctedNote,
  instant,
  labelOf,
  outward,
  pill,
  placeOf,
  type Shown,
  STOPS,
  stepLabel,
} from './shown.ts'
export function timeline(steps: readonly TrackerStep[], { words, time }: Shown): Html {
  const percent = progressPercent(steps)
  return html`
<section class="part timeline" aria-labelledby="timeline-heading">
  <h2 id="timeline-heading">${words.steps}</h2>
  <div class="progress" role="progressbar" aria-label="${words.progress}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${percent}"><span style="width:${percent}%"></span></div>
  <ol class="steps">${steps.map((step, index) => {
    const { state, reachedAt, corrected, stops } = step
    return html`
    <li class="${state}"${state === 'next' && html` aria-current="step"`}>
      <span class="dot" aria-hidden="true">${state === 'done' ? icon('check', 16) : index + 1}</span>
      <span class="label">${stepLabel(step, words)}</span>
      ${reachedAt && html`<span class="at">${instant(reachedAt, time)}</span>`}
      ${correctedNote(corrected, words)}
      ${stops.map(({ stop, at }) => html`<span class="stopped">${icon(STOPS[stop], 16)}${labelOf(stop, words)}${at && html` <span class="at">${instant(at, time)}</span>`}</span>`)}
      ${state === 'next' ? pill('driving', words.stepStates.next, null) : html`<span class="spoken">${words.stepStates[state]}</span>`}
    </li>`
  })}</ol>
</section>`
}

const isEnd = (eventType: ToldEventType): boolean => eventType === 'end_trip'

export function eventRow(event: PublicEventResponse, { container, words, time }: Shown): Html {
  const { eventType, timestamp, duration, coordinates } = event
  const link = event.googleMapsLink ?? (coordinates && mapsLink(coordinates))
  const length = duration === null ? words.openInterval : formatDuration(duration)
  return html`
    <li>
      <div class="line"><span class="label">${labelOf(eventType, words)}</span>
        ${timestamp && html`<span class="at">${instant(timestamp, time)}</span>`}
        ${correctedNote(event.corrected, words)}</div>
      ${
        container.visibility !== 'status' &&
        html`<div class="line"><span class="at">${length}${isEnd(eventType) && ` (${words.wholeTrip})`}</span>
        ${link && outward(link, placeOf(event, words) ?? words.openMap, words)}</div>`
      }
    </li>`
}
