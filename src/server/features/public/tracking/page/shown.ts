import type { PublicContainerResponse, PublicEventResponse } from '#contract/http/public/tracking'
import type { Phase, StopType } from '#domain/operation/steps'
import { SOME_STOP, type ToldEventType } from '#domain/operation/told'
import type { TrackerStep } from '#domain/operation/tracker'
import { type Html, html } from '../../../../http/answer/html.ts'
import type { TrackingPageWords } from '../../../../text/tracking-page/es.ts'
import { type Icon, icon } from './icons.ts'
import type { TimeText } from './times.ts'

/** What the page is made of: presented answers, so that it shows nothing that the API would not. */
export interface Shown {
  container: PublicContainerResponse
  /** Newest first. */
  events: readonly PublicEventResponse[]
  words: TrackingPageWords
  time: TimeText
  /** Epoch milliseconds. */
  now: number
}

export const PHASES: Readonly<Record<Phase, Icon>> = {
  driving: 'truck',
  waiting: 'hourglass',
  working: 'packageOpen',
  stopped: 'octagonPause',
  done: 'circleCheckBig',
}
export const STOPS: Readonly<Record<StopType | typeof SOME_STOP, Icon>> = {
  stop: 'octagonPause',
  stop_bathroom: 'toilet',
  stop_fuel: 'fuel',
  stop_rest: 'bedDouble',
}

export const secondsSince = (iso: string, now: number): number => Math.floor((now - Date.parse(iso)) / 1000)

/** `MSKU 123456 5`. */
export const groupedNumber = (number: string): string =>
  [number.slice(0, 4), number.slice(4, 10), number.slice(10)].join(' ')

export const instant = (iso: string, time: TimeText): Html =>
  html`<time datetime="${iso}" data-at>${time(iso)}</time>`

export const labelOf = (eventType: ToldEventType, words: TrackingPageWords): string =>
  eventType === SOME_STOP ? words.stop : words.eventLabel(eventType)

export const pill = (phase: Phase | 'cancelled', words: string, name: Icon | null): Html =>
  html`<span class="pill ${phase}">${name && icon(name, 16)}${words}</span>`

export const outward = (address: string, label: string, words: TrackingPageWords): Html =>
  // The address may come from stored data: a `javascript:` link must stay text.
  /^https?:\/\//i.test(address)
    ? html`<a class="link" href="${address}" target="_blank" rel="noopener noreferrer">${label}${icon('externalLink', 14)}<span class="spoken"> ${words.opensNewTab}</span></a>`
    : html`<span>${label}</span>`

export const placeOf = (
  {
    place,
    location,
    atPlace = null,
  }: Pick<PublicEventResponse, 'place' | 'location'> & { atPlace?: string | null },
  words: TrackingPageWords,
): string | null => atPlace ?? (place ? words.place(place) : location)

export const correctedNote = (corrected: boolean, words: TrackingPageWords): Html | null =>
  corrected ? html`<span class="at">${words.corrected}</span>` : null

export const stepLabel = ({ step }: TrackerStep, words: TrackingPageWords): string =>
  step === 'completed' ? words.completedStep : words.eventLabel(step)
