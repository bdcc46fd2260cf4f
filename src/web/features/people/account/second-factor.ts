import { changeSecondFactor, provePassword } from '../../../api/people/account.ts'
import { HttpError, NetworkError } from '../../../lib/http.ts'
import { secondFactorText as text } from '../../../text/second-factor.ts'

/** What a supervisor's own second factor is changed with. */
export const OWN_SECOND_FACTOR = {
  ...changeSecondFactor,
  prove: (currentPassword: string) => provePassword({ currentPassword }),
  needsProof: (error: unknown) => error instanceof HttpError && error.code === 'proof_required',
  sentence,
}
export const OWN_PROOF = { label: text.password }

function sentence(error: unknown): string {
  if (error instanceof NetworkError) return error.message
  return error instanceof HttpError ? (error.said ?? text.failed) : text.failed
}
