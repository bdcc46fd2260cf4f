import type { Refusal } from '#domain/operation/decide'
import { Problem } from '../../http/problem.ts'

/** The answer to an impossible time, or to an event that is not next. `operation` is the current state. */
export function refusalProblem(refusal: Refusal, operation?: object): Problem {
  switch (refusal.reason) {
    case 'in_future':
      return new Problem(
        422,
        'impossible_time',
        'La hora indicada está en el futuro. Revise el reloj del teléfono.',
      )
    case 'before_newest':
      return new Problem(422, 'impossible_time', 'La hora indicada es anterior al último paso registrado.')
    case 'not_next':
      return new Problem(
        409,
        'not_next',
        refusal.allowed.length === 0
          ? 'La operación ya terminó.'
          : 'Ese paso no es el siguiente. Se muestra el estado actual de la operación.',
        operation ? { operation } : {},
      )
  }
}
