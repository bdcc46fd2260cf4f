import { notFound, Problem } from '../../http/problem.ts'

/** Also the answer for another supervisor's operator, so that nobody learns who exists. */
export const unknownOperator = (): Problem => notFound('No se encontró el operador.')

/** For the supervisor who creates one operator too many. */
export const limitReached = (limit: number): Problem =>
  new Problem(409, 'operator_limit', `Has alcanzado el límite de ${limit} operadores. No puedes crear más.`)

/** For the driver who registers with an invitation and cannot change the limit. */
export const limitReachedByInviter = (limit: number): Problem =>
  new Problem(409, 'operator_limit', `Su supervisor ya tiene el máximo de ${limit} operadores.`, {
    message: `Su supervisor ya tiene el máximo de ${limit} operadores. Pídale que libere un lugar y vuelva a intentarlo.`,
  })

export const unknownInvitation = (): Problem =>
  notFound('La invitación no es válida o ya venció. Pida a su supervisor un enlace nuevo.')

/**
 * An operation in progress needs its driver: without one it could never end. The sentence says what to do about a
 * driver who does not come back.
 */
export const hasActiveOperation = (displayName: string, containerNumber: string): Problem =>
  new Problem(409, 'active_operation', `${displayName} tiene una operación activa (${containerNumber}).`, {
    message:
      `${displayName} tiene una operación activa (${containerNumber}). Podrá eliminarlo cuando termine. ` +
      'Si ya no va a terminarla, cambie su contraseña, entre con su usuario y concluya el viaje.',
  })

/** The same for the administrator, who cannot change a driver's password. */
export const hasActiveOperationForAdministrator = (displayName: string, containerNumber: string): Problem =>
  new Problem(409, 'active_operation', `${displayName} tiene una operación activa (${containerNumber}).`, {
    message:
      `${displayName} tiene una operación activa (${containerNumber}). Podrá eliminarlo cuando termine. ` +
      'Mientras tanto puede desactivarlo.',
  })
