import type { SettlementState } from '#domain/detention/settlement'
import type { Phase } from '#domain/operation/steps'
import { detentionText as text } from '../../../../text/desk.ts'
import { Pill } from '../../../../ui/haulage/phase.tsx'

const PHASES: Readonly<Record<SettlementState, Phase>> = {
  due: 'waiting',
  sent: 'driving',
  disputed: 'stopped',
  paid: 'done',
  waived: 'working',
}

/** How far something is settled. */
export const StateChip = ({ state }: { state: SettlementState }) => (
  <Pill phase={PHASES[state]} small>
    {text.states[state]}
  </Pill>
)
