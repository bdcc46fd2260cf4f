import { notFound, Problem } from '../../../http/answer/problem.ts'
import { say } from '../../../text/messages.ts'

/** Also the answer for another supervisor's operator, so that nobody learns who exists. */
export const unknownOperator = (): Problem => notFound(say('operator_not_found'))

/** For the driver who registers with an invitation and cannot change the limit. */
export const limitReachedByInviter = (limit: number): Problem =>
  new Problem(409, 'operator_limit', say('operator_limit_of_inviter', { limit }), {
    more: say('operator_limit_of_inviter_way_out', { limit }),
  })

export const unknownInvitation = (): Problem => notFound(say('invitation_not_found'))

/**
 * An operation in progress needs its driver: without one it could never end. The sentence says what to do about a
 * driver who does not come back.
 */
export const hasActiveOperation = (displayName: string, containerNumber: string): Problem =>
  new Problem(409, 'active_operation', say('operator_active', { displayName, containerNumber }), {
    more: say('operator_active_to_supervisor', { displayName, containerNumber }),
  })

/** The same for the administrator, who cannot change a driver's password. */
export const hasActiveOperationForAdministrator = (displayName: string, containerNumber: string): Problem =>
  new Problem(409, 'active_operation', say('operator_active', { displayName, containerNumber }), {
    more: say('operator_active_to_administrator', { displayName, containerNumber }),
  })
