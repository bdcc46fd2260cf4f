import * as L from 'leaflet'
import type { TracksResponse } from '#contract/http/driver/places'
import { TRACK_KINDS } from '#domain/place/tracks'

const PANE = 'own-tracks'
/** Over tiles, under places and drawing. */
const LEVEL = '350'

/** How much is drawn larger: from so many steps, or trips, on. */
const DOTS = [
  { from: 10, weight: 12 },
  { from: 3, weight: 9 },
  { from: 1, weight: 7 },
] as const
const LINES = [
  { from: 10, weight: 3 },
  { from: 1, weight: 1.25 },
] as const

/** The larger group that a count belongs to. */
const groupOf = <Group extends { from: number }>(groups: readonly Group[], count: number) =>
  groups.find(({ from }) => count >= from)

/**
 * The own tracks. Thousands of cells are a dozen paths: a dot is a line of no length with a round or a square end, so its
 * colours are the sheet's and no scheme needs another drawing.
 */
export function createTracksLayer(map: L.Map, classes: Readonly<Record<string, string | undefined>>) {
  map.createPane(PANE).style.zIndex = LEVEL
  const drawn = L.layerGroup().addTo(map)
  const add = (lines: L.LatLngTuple[][], weight: number, className: string): void => {
    if (lines.length === 0) return
    // Neither cut nor simplified: both would drop a line of no length.
    const exact = { noClip: true, smoothFactor: 0 }
    drawn.addLayer(L.polyline(lines, { pane: PANE, interactive: false, weight, className, ...exact }))
  }
  return (tracks: TracksResponse | null): void => {
    drawn.clearLayers()
    if (tracks === null) return
    for (const group of LINES) {
      const legs = tracks.legs.filter(({ trips }) => groupOf(LINES, trips) === group)
      const lines = legs.map(({ from, to }): L.LatLngTuple[] => [
        [from.lat, from.lng],
        [to.lat, to.lng],
      ])
      add(lines, group.weight, classes.leg ?? '')
    }
    for (const kind of TRACK_KINDS.toReversed()) {
      for (const group of DOTS) {
        const cells = tracks.cells.filter((cell) => cell.kind === kind && groupOf(DOTS, cell.steps) === group)
        const dots = cells.map(({ lat, lng }): L.LatLngTuple[] => [
          [lat, lng],
          [lat, lng],
        ])
        add(dots, group.weight, `${classes.cell} ${classes[kind]}`)
      }
    }
  }
}
