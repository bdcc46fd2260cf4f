import { useReducedMotion } from '@mantine/hooks'
import { Maximize2, Minimize2, Scan } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MapTiles } from '#contract/http/product-config'
import type { Phase } from '#domain/operation/steps'
import type { Operation } from '../../../../api/operation.ts'
import { type Store, useStore } from '../../../../lib/store.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { statusLabel } from '../../../../text/labels.ts'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { phaseLook } from '../../../../ui/haulage/phase.tsx'
import type { BoardStore } from '../board-store.ts'
import { createFleetMap, type FleetMap, phaseSign } from '../fleet-map.ts'
import { parkCircles, trackOf, trucksOf } from '../map-model.ts'
import { useTracks } from '../use-tracks.ts'
import classes from './operations-map.module.css'

const LEGEND: readonly Phase[] = ['driving', 'waiting', 'working', 'stopped']

const labelOf = (operation: Operation): string =>
  `${groupedText(operation.containerNumber)}: ${statusLabel(operation.operationType, operation.newestEventType)}, ${operation.displayName}`

export interface OperationsMapProps {
  store: BoardStore
  tiles: MapTiles | null
  onPick: (operationKey: string) => void
  /** The operation whose sign is marked and whose way is drawn; while there is none, the opened one. */
  pointed: Store<string | null>
  opened: string | null
  size: MapSize
  onSize: () => void
}

/** Beside the operations, half of the width, or all of it. */
export type MapSize = 'side' | 'half' | 'full'

/** Where the active operations are: their ways, places and parks. Tiles lie under it where the product has some. */
export function OperationsMap({ store, tiles, onPick, pointed, opened, size, onSize }: OperationsMapProps) {
  const marked = useStore(pointed) ?? opened
  const cards = useStore(store, ({ cards }) => cards)
  const order = useStore(store, ({ board }) => board.order)
  const operations = useMemo(() => Array.from(cards.values(), ({ operation }) => operation), [cards])
  const trucks = useMemo(() => trucksOf(operations, labelOf), [operations])
  const events = useTracks(order)
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<FleetMap | null>(null)
  // Known at the first render, so that the map is created once.
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const pick = useEffectEvent(onPick)

  useEffect(() => {
    if (element.current === null) return
    const made = createFleetMap(element.current, {
      tiles,
      classes,
      words: { zoomIn: text.zoomIn, zoomOut: text.zoomOut, park: text.park, together: text.together },
      onPick: (operationKey) => pick(operationKey),
      onPoint: pointed.set,
      animated: !still,
    })
    setMap(made)
    return () => {
      made.remove()
      // Effects of this commit may still use the removed map.
      setMap(null)
    }
  }, [tiles, still, pointed])

  useEffect(() => map?.trucks(trucks), [map, trucks])
  useEffect(() => map?.point(marked), [map, marked])
  useEffect(() => {
    if (map === null) return
    map.parks(parkCircles([...events.values()].flat()))
  }, [map, events])
  useEffect(() => {
    const truck = trucks.find(({ operationKey }) => operationKey === marked)
    const known = truck && events.get(truck.operationKey)
    map?.track(known ? { line: trackOf(known), phase: truck.phase } : null)
  }, [map, events, trucks, marked])

  const missing = operations.length - trucks.length
  return (
    <div className={classes.box}>
      <section className={classes.frame} aria-label={text.map} data-size={size}>
        <div ref={element} />
        {trucks.length === 0 && <p className={classes.empty}>{text.mapEmpty}</p>}
        <button
          type="button"
          className={classes.fit}
          onClick={() => map?.fitAll()}
          aria-label={text.fitAll}
          title={text.fitAll}
        >
          <Scan size={18} />
        </button>
        <button
          type="button"
          className={classes.size}
          onClick={onSize}
          aria-label={text.mapSizes[size]}
          title={text.mapSizes[size]}
        >
          {size === 'full' ? <Minimize2 size={18} /> : <Maximize2 size={18} />}
        </button>
      </section>
      <ul className={classes.legend} aria-label={text.legend}>
        {LEGEND.map((phase) => (
          <li key={phase}>
            <span
              className={`${classes.sign} ${classes[phase]}`}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, the same the map draws
              dangerouslySetInnerHTML={{ __html: phaseSign(phase) }}
            />
            {phaseLook(phase).word}
          </li>
        ))}
      </ul>
      <p className={classes.notes}>
        {tiles === null && <span>{text.schematic}</span>}
        {missing > 0 && <span>{text.noPositionCount(missing)}</span>}
      </p>
    </div>
  )
}
