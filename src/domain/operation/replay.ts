import { evolve, type OperationEvent, type OperationState } from './state.ts'

/** The state after a history, oldest event first; null for an empty one. */
export const replay = (events: readonly OperationEvent[]): OperationState | null =>
  events.reduce<OperationState | null>((state, event) => evolve(state, event), null)
