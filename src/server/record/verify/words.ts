import { type Said, say } from '../../text/messages.ts'
import type { FaultKind } from './judge.ts'
import type { Verification } from './verify.ts'

const FAULT_CODES = {
  chain: 'record_altered',
  position: 'record_gap',
  identity: 'record_foreign',
  correction: 'record_uncorrected',
  duration: 'record_duration',
} as const satisfies Record<Exclude<FaultKind, 'operation'>, string>

/** The result in one sentence. With the container's number, because the operation key would open the link. */
export function saidOf({ fault, complete, ...counts }: Verification): Said {
  if (!fault) return say(complete ? 'record_whole' : 'record_whole_so_far', counts)
  if (fault.kind === 'seq') {
    const { tenantId: supervisor, rows: records, counter } = fault
    return say('record_numbers', { supervisor, records, counter: counter ?? 0 })
  }
  const [container = ''] = fault.operationKey.split('_')
  if (fault.kind === 'operation') return say('record_state', { container })
  return say(FAULT_CODES[fault.kind], { container, position: fault.position ?? 0 })
}
