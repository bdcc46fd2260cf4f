import type { AlertKind, AlertLevel } from '#domain/alert/kinds'
import { writtenTimes } from '#domain/time/written'
import type { Mail } from '../adapters/mailer.ts'
import { mailOf } from './mail-layout.ts'

// What push messages and the daily mail say. Supervisors read Spanish here: neither knows the language of a page.

const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
  step_long: 'Paso más largo de lo normal',
  stop_long: 'Parada larga',
  silent: 'Sin noticias',
  free_time: 'Tiempo libre',
  outside_place: 'Fuera del lugar',
  refused: 'Pasos rechazados',
  wrong_clock: 'Reloj equivocado',
}

const LEVELS: Readonly<Record<AlertLevel, string>> = { 1: 'Aviso', 2: 'Importante', 3: 'Urgente' }

export const pushTitle = (kind: AlertKind, level: AlertLevel): string =>
  `${LEVELS[level]}: ${ALERT_NAMES[kind]}`

/** More than these are only counted. */
const MOST_LINES = 50

/** The daily mail: one line an alert, without the name of a driver. */
export function alertDigest({
  to,
  lines,
  timezone,
  supportEmail,
}: {
  to: string
  lines: readonly { kind: AlertKind; level: AlertLevel; containerNumber: string; at: number }[]
  timezone: string
  supportEmail: string
}): Mail {
  const more = lines.length - MOST_LINES
  const { short } = writtenTimes('es', timezone)
  return mailOf({
    to,
    subject: lines.length === 1 ? '1 aviso nuevo' : `${lines.length} avisos nuevos`,
    heading: 'Avisos desde el correo anterior',
    blocks: [
      ...lines
        .slice(0, MOST_LINES)
        .map(({ kind, level, containerNumber, at }): [string, string, string] => [
          `${short(at)}  `,
          pushTitle(kind, level),
          `  ${containerNumber}`,
        ]),
      ...(more > 0 ? [`Y ${more} más, que están en la pestaña Avisos.`] : []),
      'Qué reglas entran en este correo se elige en la pestaña Avisos.',
    ],
    help: 'Si necesita ayuda, escriba a',
    supportEmail,
  })
}
