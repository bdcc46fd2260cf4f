import { notFound, Problem } from '../../http/problem.ts'

/** Also the answer to another supervisor's operator: that one exists is not confirmed. */
export const unknownOperator = (): Problem => notFound('No se encontró el operador.')

/** To the supervisor who creates one too many. */
export const limitReached = (limit: number): Problem =>
  new Problem(409, 'operator_limit', `Has alcanzado el límite de ${limit} operadores. No puedes crear más.`)

/** To the driver who registers with an invitation: they can do nothing about it themselves. */
export const limitReachedByInviter = (limit: number): Problem =>
  new Problem(409, 'operator_limit', `Su supervisor ya tiene el máximo de ${limit} operadores.`, {
    message: `Su supervisor ya tiene el máximo de ${limit} operadores. Pídale que libere un lugar y vuelva a intentarlo.`,
  })

export const unknownInvitation = (): Problem =>
  notFound('La invitación no es válida o ya venció. Pida a su supervisor un enlace nuevo.')

/**
 * A truck that is under way must not vanish from the board, and an operation without its driver could never end. The
 * way out is named, for a driver who will not come back.
 */
export const hasActiveOperation = (displayName: string, containerNumber: string): Problem =>
  new Problem(409, 'active_operation', `${displayName} tiene una operación activa (${containerNumber}).`, {
    message:
      `${displayName} tiene una operación activa (${containerNumber}). Podrá eliminarlo cuando termine. ` +
      'Si ya no va a terminarla, cambie su contraseña, entre con su usuario y concluya el viaje.',
  })

/** The same to the administrator, who changes no driver's password. */
export const hasActiveOperationForAdministrator = (displayName: string, containerNumber: string): Problem =>
  new Problem(409, 'active_operation', `${displayName} tiene una operación activa (${containerNumber}).`, {
    message:
      `${displayName} tiene una operación activa (${containerNumber}). Podrá eliminarlo cuando termine. ` +
      'Mientras tanto puede desactivarlo.',
  })
