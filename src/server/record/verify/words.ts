import { type Said, say } from '../../text/messages.ts'
import type { FaultKind } from './judge.ts'
import type { RemovalFault } from './removals/judge.ts'
import type { Verification } from './verify.ts'

const FAULT_CODES = {
  chain: 'record_altered',
  position: 'record_gap',
  identity: 'record_foreign',
  number: 'record_renumbered',
  correction: 'record_uncorrected',
} as const satisfies Record<Exclude<FaultKind, 'operation'>, string>

const REMOVAL_CODES = {
  tombstone: 'removal_altered',
  removal_untold: 'removal_untold',
  removal_undone: 'removal_undone',
  removal_unmarked: 'removal_unmarked',
} as const satisfies Record<RemovalFault['kind'], string>

/** The result in one sentence. With the container's number, because the operation key would open the link. */
export function saidOf({ fault, complete, ...counts }: Verification): Said {
  if (!fault) return say(complete ? 'record_whole' : 'record_whole_so_far', counts)
  if (fault.kind === 'seq') {
    const { tenantId: supervisor, rows: records, counter } = fault
    return say('record_numbers', { supervisor, records, counter: counter ?? 0 })
  }
  if ('accountId' in fault) return say(REMOVAL_CODES[fault.kind], { account: fault.accountId })
  if ('subject' in fault) return say(fault.kind, { subject: fault.subject, version: fault.version })
  const [container = ''] = fault.operationKey.split('_')
  if (fault.kind === 'operation') return say('record_state', { container })
  return say(FAULT_CODES[fault.kind], { container, position: fault.position ?? 0 })
}
