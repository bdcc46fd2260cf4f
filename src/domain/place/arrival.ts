import type { Coordinates } from '../geo/position.ts'
import { contains, type Shape } from './shape.ts'

/** A fix that is less exact says nothing about an arrival. Metres. */
const ARRIVAL_ACCURACY = 75
/** Between the first fix inside and the one that suggests. */
const DWELL_MS = 2 * 60 * 1000
/** Who comes back within this time was never away. */
const RETURN_MS = 3 * 60 * 1000

export interface ArrivalFix {
  coordinates: Coordinates
  /** Metres. */
  accuracy: number
  /** Epoch milliseconds. */
  at: number
}

/** Where the phone has been. Start with `NOWHERE`. */
export interface ArrivalState {
  /** The place that the phone is in, or left less than RETURN_MS ago; null: none. */
  placeId: number | null
  /** First fix inside since it came or came back; null: outside. */
  insideSince: number | null
  /** First fix outside since it left; null: inside. */
  leftAt: number | null
  /** The driver was asked about this place, once for each visit. */
  asked: boolean
  /** Visits so far: 'not yet' is said of one. */
  visit: number
}

export const NOWHERE: ArrivalState = {
  placeId: null,
  insideSince: null,
  leftAt: null,
  asked: false,
  visit: 0,
}

/** The place to suggest, while the phone is in it; null: none. Whether the driver has put it off is the screen's matter. */
export const suggestionOf = ({ placeId, leftAt, asked }: ArrivalState): number | null =>
  asked && leftAt === null ? placeId : null

/** When another fix is needed to suggest, epoch milliseconds: a phone that stands still reports none. Null: not. */
export const nextLookAt = ({ insideSince, leftAt, asked }: ArrivalState): number | null =>
  asked || leftAt !== null || insideSince === null ? null : insideSince + DWELL_MS

/**
 * The state after a fix. Two fixes inside a place, two minutes apart or more and none outside between, suggest it. Leaving
 * and coming back within three minutes is the same visit.
 */
export function afterFix(
  state: ArrivalState,
  { coordinates, accuracy, at }: ArrivalFix,
  places: readonly { id: number; shape: Shape }[],
): ArrivalState {
  if (accuracy > ARRIVAL_ACCURACY) return state
  const inside = places.filter(({ shape }) => contains(shape, coordinates))
  const here = inside.find(({ id }) => id === state.placeId) ?? inside[0]
  if (!here) {
    if (state.placeId === null) return state
    const leftAt = state.leftAt ?? at
    return at - leftAt >= RETURN_MS
      ? { ...NOWHERE, visit: state.visit }
      : { ...state, leftAt, insideSince: null }
  }
  const returns = state.leftAt === null || at - state.leftAt < RETURN_MS
  if (here.id !== state.placeId || !returns) {
    return { placeId: here.id, insideSince: at, leftAt: null, asked: false, visit: state.visit + 1 }
  }
  const insideSince = state.insideSince ?? at
  return { ...state, insideSince, leftAt: null, asked: state.asked || at - insideSince >= DWELL_MS }
}
