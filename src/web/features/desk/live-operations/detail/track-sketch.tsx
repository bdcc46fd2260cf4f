import { sketchOf } from '#domain/geo/sketch'
import type { OperationEvent } from '../../../../api/operation.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { trackOf } from '../map-model.ts'
import classes from './operation-detail.module.css'

const FRAME = { width: 360, height: 120, margin: 14 }

/** The way of one trip, without a map: where it began, and where it was last. Nothing without a position. */
export function TrackSketch({ events }: { events: readonly OperationEvent[] }) {
  const points = sketchOf(trackOf(events), FRAME)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  return (
    <svg
      className={classes.track}
      viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
      role="img"
      aria-label={text.trackOf(points.length)}
    >
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map((point) => (
        <circle key={`${point.x} ${point.y}`} cx={point.x} cy={point.y} r={3} />
      ))}
      <circle className={classes.last} cx={last.x} cy={last.y} r={7} />
    </svg>
  )
}
