import type { PublicEventResponse } from '#contract/http/public/tracking'
import type { Coordinates } from '#domain/geo/position'
import { sketchOf } from '#domain/geo/sketch'
import { type Html, html } from '../../../../http/answer/html.ts'
import type { TrackingPageWords } from '../../../../text/tracking-page/es.ts'

const FRAME = { width: 360, height: 110, margin: 14 }

/** The way of the trip to its last position, without a map. `events`: newest first. */
export const trackSketch = (events: readonly PublicEventResponse[], words: TrackingPageWords): Html | null =>
  pointSketch(events.flatMap(({ coordinates }) => coordinates ?? []).reverse(), words.track)

/** Positions in their order, the last one marked. `label`: what a screen reader says of it. */
export function pointSketch(positions: readonly Coordinates[], label: string): Html | null {
  const points = sketchOf(positions, FRAME).map(({ x, y }) => ({ x: x.toFixed(1), y: y.toFixed(1) }))
  const last = points.at(-1)
  if (!last) return null
  return html`<svg class="track" viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label="${label}"><polyline points="${points.map(({ x, y }) => `${x},${y} `)}"/>${points.map(({ x, y }) => html`<circle cx="${x}" cy="${y}" r="3"/>`)}<circle class="last" cx="${last.x}" cy="${last.y}" r="7"/></svg>`
}
