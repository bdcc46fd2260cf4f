import 'leaflet/dist/leaflet.css'
import * as L from 'leaflet'
import type { MapTiles } from '#contract/http/product-config'
import { PLACES } from '#domain/geo/places'
import classes from './base-map.module.css'
import { loadCoastLines } from './coast-lines.ts'
import { addTiles, CLOSEST_ZOOM } from './tile-layer.ts'

export interface BaseMapOptions {
  /** Null: a schematic. */
  tiles: MapTiles | null
  words: { zoomIn: string; zoomOut: string }
  animated: boolean
}

const MEXICO: L.LatLngBoundsExpression = [
  [14.5, -117.5],
  [32.7, -86.7],
]

/** Closer, the lines would be wrong by more than they help. */
const COAST_UNTIL = 12

/**
 * A map of Mexico on `element`: tiles where the product has some, elsewhere the coast and towns by name. Leaflet sets styles through the DOM,
 * so the page's policy holds.
 */
export function createBaseMap(element: HTMLElement, { tiles, words, animated }: BaseMapOptions) {
  element.classList.add(classes.map ?? '')
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    maxZoom: CLOSEST_ZOOM,
    minZoom: 4,
    zoomSnap: 0.5,
    zoomAnimation: animated,
    fadeAnimation: animated,
    markerZoomAnimation: animated,
  })
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  L.control.scale({ imperial: false }).addTo(map)
  map.fitBounds(MEXICO)
  const tileLayer = tiles && addTiles(map, tiles, classes.tiles ?? '')
  const towns = L.layerGroup().addTo(map)
  /** Leaflet throws on any call after `remove`. */
  let removed = false

  function drawTowns(): void {
    towns.clearLayers()
    const bounds = map.getBounds()
    const taken: L.Point[] = []
    for (const [name, lat, lng] of PLACES) {
      // Tiles bring their own names.
      if (!bounds.contains([lat, lng]) || tileLayer?.covers([lat, lng])) continue
      const point = map.latLngToContainerPoint([lat, lng])
      if (taken.some(({ x, y }) => Math.abs(x - point.x) < 96 && Math.abs(y - point.y) < 18)) continue
      taken.push(point)
      const dot = document.createElement('span')
      dot.textContent = name
      towns.addLayer(
        L.marker([lat, lng], {
          icon: L.divIcon({ className: classes.town ?? '', html: dot, iconSize: [0, 0] }),
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
    // Under the tiles and the tracks, whenever they come.
    pane.style.zIndex = '150'
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

  // Around the tiles of a region as well.
  if (tiles === null || tiles.extent !== null) void drawCoast()
  map.on('moveend', drawTowns)
  const observer = new ResizeObserver(() => {
    map.invalidateSize({ animate: false })
    drawTowns()
  })
  observer.observe(element)

  return {
    map,
    remove(): void {
      removed = true
      tileLayer?.remove()
      observer.disconnect()
      map.remove()
    },
  }
}
