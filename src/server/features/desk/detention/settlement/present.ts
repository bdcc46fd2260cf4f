import type { SettlementResponse } from '#contract/http/desk/detention'
import type { SettlementRow } from './queries.ts'

export const presentSettlement = ({ state, note, by, at }: SettlementRow): SettlementResponse => ({
  state,
  note,
  by,
  at: at.toISOString(),
})
