import 'leaflet/dist/leaflet.css'
import { useReducedMotion } from '@mantine/hooks'
import { Maximize } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Phase } from '#domain/operation/steps'
import type { Operation } from '../../../api/operation.ts'
import { useStore } from '../../../lib/store.ts'
import { statusLabel } from '../../../text/labels.ts'
import { liveOperationsText as text } from '../../../text/live-operations.ts'
import { groupedText } from '../../../ui/haulage/container-number-text.ts'
import { phaseLook } from '../../../ui/haulage/phase.tsx'
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
  tileUrl: string | null
  onPick: (operationKey: string) => void
}

/** Where the active operations are: their ways, places and parks. Tiles lie under it where the product has some. */
export function OperationsMap({ store, tileUrl, onPick }: OperationsMapProps) {
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
      tileUrl,
      classes,
      words: { zoomIn: text.zoomIn, zoomOut: text.zoomOut, park: text.park, together: text.together },
      onPick: (operationKey) => pick(operationKey),
      animated: !still,
    })
    setMap(made)
    return () => {
      made.remove()
      // Effects of this commit may still use the removed map.
      setMap(null)
    }
  }, [tileUrl, still])

  useEffect(() => map?.trucks(trucks), [map, trucks])
  useEffect(() => {
    if (map === null) return
    map.parks(parkCircles([...events.values()].flat()))
    map.tracks(
      new Map(
        trucks.flatMap(({ operationKey, phase }) => {
          const known = events.get(operationKey)
          return known ? [[operationKey, { line: trackOf(known), phase }] as const] : []
        }),
      ),
    )
  }, [map, events, trucks])

  const missing = operations.length - trucks.length
  return (
    <div className={classes.box}>
      <section className={classes.frame} aria-label={text.map}>
        <div ref={element} className={classes.map} />
        {trucks.length === 0 && <p className={classes.empty}>{text.mapEmpty}</p>}
        <button
          type="button"
          className={classes.fit}
          onClick={() => map?.fitAll()}
          aria-label={text.fitAll}
          title={text.fitAll}
        >
          <Maximize size={18} aria-hidden="true" />
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
        {tileUrl === null && <span>{text.schematic}</span>}
        {missing > 0 && <span>{text.noPositionCount(missing)}</span>}
      </p>
    </div>
  )
}
