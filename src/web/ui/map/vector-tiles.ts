import * as L from 'leaflet'
import { leafletLayer } from 'protomaps-leaflet'

/** Of a layer of tiles, of either kind. */
export interface TileOptions {
  maxZoom: number
  className: string
  /** Where there are tiles. */
  bounds?: L.LatLngBounds
  minZoom?: number
  maxNativeZoom?: number
}

/** As the rest of the page, which follows the device. */
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Vector tiles with the layers of Protomaps, drawn on canvases with the device's own fonts: nothing else is fetched. */
export function addVectorTiles(
  map: L.Map,
  tileUrl: string,
  { maxNativeZoom, ...options }: TileOptions,
): void {
  // The library extends the global that Leaflet's own script would make.
  Object.assign(globalThis, { L })
  let layer: L.GridLayer | undefined
  const draw = (): void => {
    layer?.remove()
    layer = leafletLayer({
      ...options,
      url: tileUrl,
      flavor: dark.matches ? 'dark' : 'light',
      lang: document.documentElement.lang,
      attribution: '',
      ...(maxNativeZoom !== undefined && { maxDataZoom: maxNativeZoom }),
    }) as unknown as L.GridLayer
    layer.addTo(map)
  }
  dark.addEventListener('change', draw)
  map.on('unload', () => dark.removeEventListener('change', draw))
  draw()
}
