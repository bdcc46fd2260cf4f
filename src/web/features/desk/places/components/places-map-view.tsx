import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MapTiles } from '#contract/http/product-config'
import type { Coordinates } from '#domain/geo/position'
import type { Shape } from '#domain/place/shape'
import { type Box, boxAround } from '#domain/place/tracks'
import { placesText as text } from '../../../../text/places.ts'
import { createPlacesMap, type PlacesMap } from '../places-map.ts'
import type { Sought } from '../sought.ts'
import { OwnTracks, useOwnTracks } from './own-tracks.tsx'
import classes from './places.module.css'

/** The places on a map, over the tracks of the own trucks; while one is edited, pressing and dragging draw it. */
export function PlacesMapView({
  tiles,
  places,
  draft,
  focus,
  sought,
  onPress,
  onMove,
}: {
  tiles: MapTiles | null
  places: readonly { name: string; shape: Shape }[]
  draft: Shape | null
  /** Another value moves the map: to what is edited, or to everything. */
  focus: string
  /** Another object moves the map there. */
  sought: Sought | null
  onPress: (position: Coordinates) => void
  onMove: (index: number, position: Coordinates) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<PlacesMap | null>(null)
  const [hasTracks, setHasTracks] = useState(true)
  const [box, setBox] = useState<Box | null>(null)
  const tracks = useOwnTracks(hasTracks ? box : null)
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const press = useEffectEvent(onPress)
  const move = useEffectEvent(onMove)

  useEffect(() => {
    if (element.current === null) return
    const made = createPlacesMap(element.current, {
      tiles,
      classes,
      words: { zoomIn: text.zoomIn, zoomOut: text.zoomOut },
      animated: !still,
      onPress: (position) => press(position),
      onMove: (index, position) => move(index, position),
      onView: (view) => setBox((asked) => boxAround(view, asked)),
    })
    setMap(made)
    return () => {
      made.remove()
      // Effects of this commit may still use the removed map.
      setMap(null)
    }
  }, [tiles, still])

  useEffect(() => map?.places(places), [map, places])
  useEffect(() => map?.draft(draft), [map, draft])
  const seen = hasTracks ? (tracks.data ?? null) : null
  useEffect(() => map?.tracks(seen), [map, seen])
  const drawn = useEffectEvent(() => (draft === null ? 'all' : 'draft'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focus` says when to move, not where
  useEffect(() => map?.show(drawn()), [map, focus])
  useEffect(() => {
    if (sought) map?.goTo(sought)
  }, [map, sought])

  return (
    <>
      <section className={classes.frame} aria-label={text.map} data-drawing={draft !== null || undefined}>
        <div ref={element} />
      </section>
      <OwnTracks isOn={hasTracks} onSwitch={setHasTracks} query={tracks} />
    </>
  )
}
