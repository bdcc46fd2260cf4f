import type { Doubt } from '../adapters/clock.ts'
import { spanWords } from './log/line.ts'

const FOUND: Readonly<Record<Doubt, (span: string) => string>> = {
  ahead: (span) => `va ${span} adelante de lo que se esperaba`,
  behind: (span) => `va ${span} atrás de una hora que ya había pasado`,
  database: (span) => `difiere ${span} del de PostgreSQL`,
}

/** A line of the log, for who runs the product. `offMs`: how far it is off. */
export const clockInDoubt = (doubt: Doubt, offMs: number): string =>
  `El reloj de esta máquina ${FOUND[doubt](spanWords(Math.abs(offMs) / 1000))}: hasta que sea creíble, sesiones y premium cuentan con la última hora segura y nada vencido se borra. Corríjalo (timedatectl); si es correcto, arranque con CLOCK_CONFIRMED y la fecha de hoy.`
