import { notFound, Problem } from '../../../http/answer/problem.ts'
import { say } from '../../../text/messages.ts'

/** The first account cannot be deleted, neither by the console nor by a script. */
const PROTECTED_ID = 1

export const unknownUser = (): Problem => notFound(say('user_not_found'))
export const unknownSupervisor = (): Problem => notFound(say('supervisor_not_found'))

/** Throws 409 for the first account. */
export function refuseProtected(id: number): void {
  if (id !== PROTECTED_ID) return
  throw new Problem(409, 'protected_account', say('supervisor_protected'))
}

/** Drivers have no features yet: the console shows them as 'Próximamente'. */
export const featuresToCome = (): Problem =>
  new Problem(409, 'protected_account', say('operator_features_to_come'))
