import * as L from 'leaflet'
import type { Coordinates } from '#domain/geo/position'
import type { Phase } from '#domain/operation/steps'
import { type BaseMapOptions, createBaseMap } from '../../../ui/map/base-map.ts'
import { type Cluster, clustersOf, type ParkCircle, type Truck } from './map-model.ts'

interface FleetMapOptions extends BaseMapOptions {
  classes: Readonly<Record<string, string | undefined>>
  words: BaseMapOptions['words'] & { park: string; together: (count: number) => string }
  onPick: (operationKey: string) => void
  /** The pointer is on the sign of this operation; null: on none. */
  onPoint: (operationKey: string | null) => void
}

export type FleetMap = ReturnType<typeof createFleetMap>

const CELL_PX = 34
const ICON_PX = 30
const CLOSEST = 15
// One shape per phase, so that colour is not the only difference. Constants only: the HTML is not escaped.
const SHAPES: Readonly<Record<Phase, string>> = {
  driving: '<circle cx="15" cy="15" r="12"/><path d="M9 15h11m-5-5 5 5-5 5"/>',
  waiting: '<path d="M15 1.5 28.5 15 15 28.5 1.5 15z"/><path d="M15 9v6l4 3"/>',
  working: '<rect x="3" y="3" width="24" height="24" rx="4"/><path d="M9 12.5 15 9l6 3.5v6L15 22l-6-3.5z"/>',
  stopped: '<path d="M10 2.5h10l7.5 7.5v10L20 27.5H10L2.5 20V10z"/><path d="M12 10v10m6-10v10"/>',
  done: '<circle cx="15" cy="15" r="12"/><path d="m9 15 4 4 8-8"/>',
}

/** The sign of a phase, for the map and its legend. */
export const phaseSign = (phase: Phase): string =>
  `<svg viewBox="0 0 30 30" aria-hidden="true">${SHAPES[phase]}</svg>`

const latLng = ({ lat, lng }: Coordinates): L.LatLngTuple => [lat, lng]

/** Draws on `element` until `remove`. Leaflet sets styles through the DOM, so the page's policy holds. */
export function createFleetMap(element: HTMLElement, options: FleetMapOptions) {
  const { classes, words } = options
  const { map, remove: removeMap } = createBaseMap(element, options)
  const parkLayer = L.layerGroup().addTo(map)
  const trackLayer = L.layerGroup().addTo(map)
  const signs = new Map<string, { marker: L.Marker; look: string }>()
  let fleet: readonly Truck[] = []
  let pointed: string | null = null
  let fitted = false
  let frame = 0
  /** Leaflet throws on any call after `remove`. */
  let removed = false

  function fitAll(): void {
    if (removed || fleet.length === 0) return
    map.fitBounds(L.latLngBounds(fleet.map(({ position }) => latLng(position))), {
      // No sign lies under a button.
      paddingTopLeft: [72, 28],
      paddingBottomRight: [72, 40],
      maxZoom: CLOSEST - 2,
      animate: options.animated,
    })
  }

  function press(cluster: Cluster): void {
    const [first] = cluster.trucks
    if (cluster.trucks.length === 1 || map.getZoom() >= CLOSEST) {
      if (first) options.onPick(first.operationKey)
      return
    }
    const bounds = L.latLngBounds(cluster.trucks.map(({ position }) => latLng(position)))
    map.fitBounds(bounds, { padding: [40, 40], maxZoom: Math.min(18, map.getZoom() + 4) })
  }

  /** Redraws only signs that changed. */
  function drawSigns(): void {
    const clusters = clustersOf(fleet, (position) => map.project(latLng(position)), CELL_PX)
    const there = new Set<string>()
    for (const cluster of clusters) {
      const count = cluster.trucks.length
      const key = cluster.trucks.map(({ operationKey }) => operationKey).join(' ')
      const label = count === 1 ? (cluster.trucks[0]?.label ?? '') : words.together(count)
      const look = `${cluster.phase} ${label} ${cluster.position.lat} ${cluster.position.lng}`
      there.add(key)
      const known = signs.get(key)
      if (known?.look === look) continue
      known?.marker.remove()
      const badge = count === 1 ? '' : `<b>${count}</b>`
      const marker = L.marker(latLng(cluster.position), {
        icon: L.divIcon({
          className: `${classes.sign} ${classes[cluster.phase]}`,
          html: phaseSign(cluster.phase) + badge,
          iconSize: [ICON_PX, ICON_PX],
        }),
        title: label,
        // By keyboard the cards and the list are used: a map would add up to 500 tab stops.
        keyboard: false,
      })
        .on('click', () => press(cluster))
        .on('mouseover', () => options.onPoint(cluster.trucks[0]?.operationKey ?? null))
        .on('mouseout', () => options.onPoint(null))
        .addTo(map)
      signs.set(key, { marker, look })
    }
    for (const [key, { marker }] of signs) {
      if (there.has(key)) continue
      marker.remove()
      signs.delete(key)
    }
    showPointed()
  }

  function showPointed(): void {
    for (const [key, { marker }] of signs) {
      const isPointed = pointed !== null && key.split(' ').includes(pointed)
      marker.getElement()?.toggleAttribute('data-pointed', isPointed)
      marker.setZIndexOffset(isPointed ? 1000 : 0)
    }
  }

  function redraw(): void {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(drawSigns)
  }

  map.on('zoomend', redraw)

  return {
    trucks(next: readonly Truck[]): void {
      if (removed) return
      fleet = next
      if (!fitted && fleet.length > 0) {
        fitted = true
        fitAll()
      }
      redraw()
    },
    /** Marks the sign of this operation. */
    point(operationKey: string | null): void {
      if (removed) return
      pointed = operationKey
      showPointed()
    },
    /** Replaces what was drawn. */
    track(next: { line: readonly Coordinates[]; phase: Phase } | null): void {
      if (removed) return
      trackLayer.clearLayers()
      if (next === null || next.line.length < 2) return
      trackLayer.addLayer(
        L.polyline(next.line.map(latLng), {
          className: `${classes.track} ${classes[next.phase]}`,
          weight: 3,
          interactive: false,
        }),
      )
    },
    parks(next: readonly ParkCircle[]): void {
      if (removed) return
      parkLayer.clearLayers()
      for (const { centre, radiusMetres } of next) {
        parkLayer.addLayer(
          L.circle(latLng(centre), {
            radius: radiusMetres,
            className: classes.park ?? '',
            weight: 2,
          }).bindTooltip(words.park),
        )
      }
    },
    fitAll,
    remove(): void {
      removed = true
      cancelAnimationFrame(frame)
      removeMap()
    },
  }
}
