/** How far a visit, or the month of a client, is settled. A state never changes a figure. */
export const SETTLEMENT_STATES = ['due', 'sent', 'disputed', 'paid', 'waived'] as const
export type SettlementState = (typeof SETTLEMENT_STATES)[number]

/** What nothing was said of is due. */
export const FIRST_STATE: SettlementState = 'due'

/** Whether the change asks for a note: what is disputed, how a dispute was answered, and why nothing is charged. */
export const needsNote = (from: SettlementState, to: SettlementState): boolean =>
  to === 'disputed' || to === 'waived' || from === 'disputed'

/**
 * Whether a visit in the state `visit` moves along when its client's month goes from one state to another: one that stands
 * where the month stood. Sending a month sends what is due of it and what was sent before.
 */
export const movesWithMonth = (
  visit: SettlementState,
  { from, to }: { from: SettlementState; to: SettlementState },
): boolean => visit === from || (to === 'sent' && (visit === 'due' || visit === 'sent'))
