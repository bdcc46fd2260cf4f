import { type Said, say } from '../../../text/messages.ts'
import type { AuditVerification } from './verify.ts'

/** The result in one sentence. */
export function saidOfAudit({ lines, fault, complete }: AuditVerification): Said {
  if (fault) return say('audit_altered', { chain: fault.chain, line: fault.line ?? 0 })
  return say(complete ? 'audit_whole' : 'audit_whole_so_far', { lines })
}
