import * as L from 'leaflet'
import type { MapTiles } from '#contract/http/product-config'
import type { TileOptions } from './vector-tiles.ts'

/** Maps go no closer: tiles that end earlier are drawn larger. */
export const CLOSEST_ZOOM = 18

const COPYRIGHT = 'https://www.openstreetmap.org/copyright'

export interface TileLayer {
  /** Whether a tile is drawn there now, with names of its own. */
  covers: (at: L.LatLngExpression) => boolean
  remove: () => void
}

/** Draws the tiles under everything else, and names whom they are of. `className`: of the layer. */
export function addTiles(map: L.Map, tiles: MapTiles, className: string): TileLayer {
  const { tileUrl, kind, attribution, extent } = tiles
  const bounds = extent && L.latLngBounds([extent.south, extent.west], [extent.north, extent.east])
  const within = bounds && { bounds, minZoom: extent.minZoom, maxNativeZoom: extent.maxZoom }
  const options: TileOptions = { maxZoom: CLOSEST_ZOOM, className, ...within }
  let isRemoved = false
  if (kind === 'image') L.tileLayer(tileUrl, options).addTo(map)
  // Most products have no tiles, or images: only vector tiles need this renderer.
  else {
    import('./vector-tiles.ts')
      .then(({ addVectorTiles }) => isRemoved || addVectorTiles(map, tileUrl, options))
      // Without a network the map is as one without tiles.
      .catch(() => undefined)
  }
  if (attribution !== null) {
    L.control.attribution({ prefix: false }).addAttribution(linked(attribution)).addTo(map)
  }
  return {
    covers(at) {
      if (bounds === null) return true
      if (extent !== null && map.getZoom() < extent.minZoom) return false
      const zoom = Math.round(map.getZoom())
      const tileOf = (place: L.LatLngExpression) => map.project(place, zoom).divideBy(256).floor()
      return L.bounds(tileOf(bounds.getNorthWest()), tileOf(bounds.getSouthEast())).contains(tileOf(at))
    },
    remove() {
      isRemoved = true
    },
  }
}

/** As text, in which OpenStreetMap leads to its licence, as it asks for. */
function linked(attribution: string): string {
  const span = document.createElement('span')
  span.textContent = attribution
  return span.innerHTML.replace(
    'OpenStreetMap',
    `<a href="${COPYRIGHT}" target="_blank" rel="noreferrer">OpenStreetMap</a>`,
  )
}
