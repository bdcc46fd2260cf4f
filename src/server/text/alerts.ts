import type { AlertKind, AlertLevel } from '#domain/alert/kinds'

// What push messages and the daily mail say. Supervisors read Spanish here: neither knows the language of a page.

export const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
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
