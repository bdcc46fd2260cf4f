import * as L from 'leaflet'
import { PLACES } from '#domain/geo/places'
import type { Coordinates } from '#domain/geo/position'
import type { Phase } from '#domain/operation/steps'
import { loadCoastLines } from './coast-lines.ts'
import { type Cluster, clustersOf, type ParkCircle, type Truck } from './map-model.ts'

interface FleetMapOptions {
  /** Null: a schematic. */
  tileUrl: string | null
  classes: Readonly<Record<string, string | undefined>>
  words: { zoomIn: string; zoomOut: string; park: string; together: (count: number) => string }
  onPick: (operationKey: string) => void
  /** The pointer is on the sign of this operation; null: on none. */
  onPoint: (operationKey: string | null) => void
  animated: boolean
}

export type FleetMap = ReturnType<typeof createFleetMap>

const CELL_PX = 34
const ICON_PX = 30
const CLOSEST = 15
/** Closer, the lines would be wrong by more than they help. */
const COAST_UNTIL = 12
const MEXICO: L.LatLngBoundsExpression = [
  [14.5, -117.5],
  [32.7, -86.7],
]

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
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    maxZoom: 18,
    minZoom: 4,
    zoomSnap: 0.5,
    zoomAnimation: options.animated,
    fadeAnimation: options.animated,
    markerZoomAnimation: options.animated,
  })
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  L.control.scale({ imperial: false }).addTo(map)
  if (options.tileUrl !== null) {
    L.tileLayer(options.tileUrl, { maxZoom: 18, className: classes.tiles ?? '' }).addTo(map)
    if (options.tileUrl.includes('openstreetmap')) {
      L.control.attribution({ prefix: false }).addAttribution('© OpenStreetMap').addTo(map)
    }
  }
  map.fitBounds(MEXICO)

  const places = L.layerGroup().addTo(map)
  const parkLayer = L.layerGroup().addTo(map)
  const trackLayer = L.layerGroup().addTo(map)
  if (options.tileUrl === null) void drawCoast()
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

  function drawPlaces(): void {
    places.clearLayers()
    // Tiles bring their own names.
    if (options.tileUrl !== null) return
    const bounds = map.getBounds()
    const taken: L.Point[] = []
    for (const [name, lat, lng] of PLACES) {
      if (!bounds.contains([lat, lng])) continue
      const point = map.latLngToContainerPoint([lat, lng])
      if (taken.some(({ x, y }) => Math.abs(x - point.x) < 96 && Math.abs(y - point.y) < 18)) continue
      taken.push(point)
      const dot = document.createElement('span')
      dot.textContent = name
      places.addLayer(
        L.marker([lat, lng], {
          icon: L.divIcon({ className: classes.place ?? '', html: dot, iconSize: [0, 0] }),
          interactive: false,
          keyboard: false,
          zIndexOffset: -1000,
        }),
      )
    }
  }

  /** Without them the map is as before: nothing tells of the failure. */
  async function drawCoast(): Promise<void> {
    const lines = await loadCoastLines().catch(() => null)
    if (lines === null || removed) return
    const pane = map.createPane('coast')
    const show = (): void => {
      pane.hidden = map.getZoom() > COAST_UNTIL
    }
    // Under the tracks, whenever they come.
    pane.style.zIndex = '250'
    for (const kind of ['states', 'coasts'] as const)
      L.polyline(lines[kind], {
        pane: 'coast',
        className: classes[kind] ?? '',
        weight: 1,
        interactive: false,
      }).addTo(map)
    map.on('zoomend', show)
    show()
  }

  function redraw(): void {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(drawSigns)
  }

  map.on('zoomend', redraw)
  map.on('moveend', drawPlaces)
  const observer = new ResizeObserver(() => {
    map.invalidateSize({ animate: false })
    drawPlaces()
  })
  observer.observe(element)

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
      observer.disconnect()
      map.remove()
    },
  }
}
