import { notFound, Problem } from '../../http/problem.ts'

/** The first account cannot be deleted, neither by the console nor by a script. */
const PROTECTED_ID = 1

export const unknownUser = (): Problem => notFound('No se encontró el usuario.')
export const unknownSupervisor = (): Problem => notFound('No se encontró el supervisor.')

/** Throws 409 for the first account. */
export function refuseProtected(id: number): void {
  if (id !== PROTECTED_ID) return
  throw new Problem(409, 'protected_account', 'El supervisor 1 no se puede eliminar.')
}

/** Drivers have no features yet: the console shows them as 'Próximamente'. */
export const featuresToCome = (): Problem =>
  new Problem(409, 'protected_account', 'Las funciones para operadores estarán disponibles próximamente.')
