import type { Coordinates } from '../geo/position.ts'
import { type Exactness, type PositionGrade, positionGrade } from '../geo/position-grade.ts'
import {
  EVENT_TYPES,
  type EventType,
  OPERATION_TYPES,
  type OperationType,
  workflowRow,
} from '../operation/steps.ts'
import { bearingOf, isInCore, type Shape } from './shape.ts'

/** The events that are judged against the operation's place. */
export const PLACE_STEPS: readonly EventType[] = EVENT_TYPES.filter((eventType) =>
  OPERATION_TYPES.some((operationType) => workflowRow(operationType, eventType).happensInPark),
)

/** `unknown`: no position, or one that is less exact than its distance to the border. */
export const WHEREABOUTS = ['inside', 'outside', 'unknown'] as const
type Whereabouts = (typeof WHEREABOUTS)[number]

export interface StepGrade {
  where: Whereabouts
  /** Outside: whole metres to the border; else null. */
  metres: number | null
  /** How far the fix may be trusted; null: there is none. */
  fix: PositionGrade | null
  /** The driver took the suggestion of the phone. */
  suggested: boolean
}

/** What is judged of an event. */
export interface JudgedEvent extends Exactness {
  operationType: OperationType
  eventType: EventType
  coordinates: Coordinates | null
  suggested: boolean
}

/**
 * How a step stands to the place of its operation. Null: the step does not happen at the place, or the operation has
 * none.
 */
export function stepGrade(event: JudgedEvent, shape: Shape | null): StepGrade | null {
  if (shape === null || !workflowRow(event.operationType, event.eventType).happensInPark) return null
  const { coordinates, suggested } = event
  if (coordinates === null) return { where: 'unknown', metres: null, fix: null, suggested }
  return { ...whereIs(shape, coordinates, event.accuracy), fix: positionGrade(event), suggested }
}

/** Outside only when the distance to the border is larger than the accuracy (metres; null: taken as exact). */
export function whereIs(
  shape: Shape,
  position: Coordinates,
  accuracy: number | null,
): Pick<StepGrade, 'where' | 'metres'> {
  // Spares the border of nearly all steps, which happen well inside.
  if (isInCore(shape, position)) return { where: 'inside', metres: null }
  const { inside, metres } = bearingOf(shape, position)
  if (inside) return { where: 'inside', metres: null }
  return metres > (accuracy ?? 0)
    ? { where: 'outside', metres: Math.round(metres) }
    : { where: 'unknown', metres: null }
}
