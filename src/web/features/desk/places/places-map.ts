import * as L from 'leaflet'
import type { Coordinates } from '#domain/geo/position'
import { middleOf, type Shape } from '#domain/place/shape'
import type { Box } from '#domain/place/tracks'
import { type BaseMapOptions, createBaseMap } from '../../../ui/map/base-map.ts'
import type { Sought } from './sought.ts'
import { createTracksLayer } from './tracks-layer.ts'

interface PlacesMapOptions extends BaseMapOptions {
  classes: Readonly<Record<string, string | undefined>>
  /** The map was pressed. */
  onPress: (position: Coordinates) => void
  /** A corner of the draft was dragged; of a circle, its centre. */
  onMove: (index: number, position: Coordinates) => void
  /** Another part of the map is seen. */
  onView: (view: Box) => void
}

export type PlacesMap = ReturnType<typeof createPlacesMap>

const latLng = ({ lat, lng }: Coordinates): L.LatLngTuple => [lat, lng]
const HANDLE_PX = 24
const MIDDLE_PX = 4
const MARGIN_PX = 40
/** After a move, before others may ask what is there. */
const REST_MS = 250
/** Room for the name of the easternmost place. */
const NAME_PX = 130

/** The places, and the one that is being drawn. */
export function createPlacesMap(element: HTMLElement, options: PlacesMapOptions) {
  const { classes, onPress, onMove, onView } = options
  const { map, remove } = createBaseMap(element, options)
  const kept = L.layerGroup().addTo(map)
  const drawn = L.layerGroup().addTo(map)
  const tracks = createTracksLayer(map, classes)
  let resting = 0
  function tellView(): void {
    const seen = map.getBounds()
    onView({ south: seen.getSouth(), west: seen.getWest(), north: seen.getNorth(), east: seen.getEast() })
  }
  const tellViewAtRest = (): void => {
    clearTimeout(resting)
    resting = window.setTimeout(tellView, REST_MS)
  }
  map.on('moveend', tellViewAtRest)
  tellViewAtRest()
  map.on('click', ({ latlng }) => onPress({ lat: latlng.lat, lng: latlng.wrap().lng }))

  const layerOf = (shape: Shape, className: string | undefined): L.Path => {
    const look = { className: className ?? '', weight: 2, interactive: false }
    return shape.type === 'circle'
      ? L.circle(latLng(shape.center), { ...look, radius: shape.radiusMetres })
      : L.polygon(shape.points.map(latLng), look)
  }
  const fitTo = (layers: readonly L.Layer[]): void => {
    if (layers.length === 0) return
    const bounds = L.latLngBounds([])
    for (const layer of layers) {
      if (layer instanceof L.Polygon || layer instanceof L.Circle) bounds.extend(layer.getBounds())
    }
    map.fitBounds(bounds, {
      paddingTopLeft: [MARGIN_PX, MARGIN_PX],
      paddingBottomRight: [NAME_PX, MARGIN_PX],
      maxZoom: 15,
      animate: options.animated,
    })
  }

  let names: L.Tooltip[] = []
  /** A name that would cover another one waits until the map is nearer. */
  function separateNames(): void {
    const shown: DOMRect[] = []
    for (const name of names) {
      const element = name.getElement()
      if (!element) continue
      const box = element.getBoundingClientRect()
      const covers = shown.some(
        ({ left, right, top, bottom }) =>
          box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      )
      element.style.visibility = covers ? 'hidden' : ''
      if (!covers) shown.push(box)
    }
  }
  /** Names are placed by the events of the same move. */
  const separateLater = () => requestAnimationFrame(separateNames)
  map.on('moveend', separateLater)

  return {
    /** All of them, each with its name beside its middle: from afar, a place is no more than that point. */
    places(next: readonly { name: string; shape: Shape }[]): void {
      kept.clearLayers()
      names = next.map(({ name, shape }) => {
        const look = { className: classes.middle ?? '', radius: MIDDLE_PX, interactive: false }
        const middle = L.circleMarker(latLng(middleOf(shape)), look)
        const className = classes.name ?? ''
        middle.bindTooltip(name, { permanent: true, direction: 'right', offset: [MIDDLE_PX, 0], className })
        kept.addLayer(layerOf(shape, classes.kept)).addLayer(middle)
        return middle.getTooltip() as L.Tooltip
      })
      separateLater()
    },
    /** Where the own trucks went; null: not shown. */
    tracks,
    /** The shape being drawn, with a handle at each corner. */
    draft(shape: Shape | null): void {
      drawn.clearLayers()
      if (shape === null) return
      drawn.addLayer(layerOf(shape, classes.draft))
      const corners = shape.type === 'circle' ? [shape.center] : shape.points
      for (const [index, corner] of corners.entries()) {
        const handle = L.marker(latLng(corner), {
          draggable: true,
          // By keyboard the coordinates are typed.
          keyboard: false,
          icon: L.divIcon({ className: classes.handle ?? '', iconSize: [HANDLE_PX, HANDLE_PX] }),
        })
        handle.on('dragend', () => onMove(index, handle.getLatLng()))
        drawn.addLayer(handle)
      }
    },
    /** Shows all that is drawn, or the draft alone. */
    show: (which: 'all' | 'draft') =>
      fitTo(which === 'draft' ? drawn.getLayers() : [...kept.getLayers(), ...drawn.getLayers()]),
    /** A point from near, a town from afar. */
    goTo: ({ position, isExact }: Sought) => map.setView(latLng(position), isExact ? 16 : 12),
    remove(): void {
      clearTimeout(resting)
      remove()
    },
  }
}
