import type { AlertRuleRequest, AlertRuleResponse } from '#contract/http/desk/alerts'
import {
  type AlertKind,
  type AlertLevel,
  KINDS,
  PARAMETERS,
  type ParameterName,
  type Parameters,
  parametersOf,
} from '#domain/alert/kinds'
import { formatMetres } from '#domain/geo/position'
import type { Phase } from '#domain/operation/steps'
import { formatDuration, formatDurationMinutes } from '#domain/time/duration'
import type { Alert } from '../../../api/desk/alerts.ts'
import { type FieldErrors, found } from '../../../lib/field-errors.ts'
import { alertsText as text } from '../../../text/alerts.ts'

/** Colours by meaning: of a level. */
export const LEVEL_PHASES: Readonly<Record<AlertLevel, Phase>> = { 1: 'driving', 2: 'waiting', 3: 'stopped' }

export const levelOf = ({ level }: Pick<Alert, 'level'>): AlertLevel =>
  level === 3 ? 3 : level === 2 ? 2 : 1

/** Seconds from the beginning of what lasts to `now`, or to the end. */
export const secondsSince = ({ since, closedAt }: Alert, now: number): number =>
  Math.max(0, (closedAt === null ? now : Date.parse(closedAt)) - Date.parse(since)) / 1000

/** What was found, against what. */
export function againstText({ kind, limit, found }: Pick<Alert, 'kind' | 'limit' | 'found'>): string {
  const amount = (value: number): string => {
    if (kind === 'outside_place') return formatMetres(value)
    return kind === 'refused' ? String(value) : formatDuration(value)
  }
  return text.against[kind](amount(limit), amount(found ?? 0))
}

/** 'unos 3 al día'; under one a day only how many. */
export function firedText({
  fired,
  isEstimate,
  days,
}: {
  fired: number
  isEstimate: boolean
  days: number
}): string {
  const perDay = fired / days
  const words =
    fired > 0 && perDay < 1
      ? text.firedRarely(fired)
      : text.fired(fired, perDay.toFixed(perDay < 10 && !Number.isInteger(perDay) ? 1 : 0))
  return isEstimate && fired > 0 ? text.firedAbout(words) : words
}

/** A rule without what the server adds. */
export const asRequest = ({ kind, parameters, enabled, push, mail }: AlertRuleResponse) => ({
  kind,
  parameters,
  enabled,
  push,
  mail,
})

/** A rule as it is typed; parameters of other kinds are ''. */
export type RuleForm = Record<ParameterName, string> &
  Pick<AlertRuleResponse, 'kind' | 'enabled' | 'push' | 'mail'>

export const parametersIn = (kind: AlertKind): ParameterName[] =>
  PARAMETERS.filter((name) => name in KINDS[kind].parameters)

export const formOf = ({ kind, parameters, enabled, push, mail }: AlertRuleRequest): RuleForm => {
  const typed = (name: ParameterName): string => String(parameters[name] ?? '')
  return {
    ...{ kind, enabled, push, mail },
    ...{ factor: typed('factor'), minutes: typed('minutes'), fromPercent: typed('fromPercent') },
    ...{ metres: typed('metres'), times: typed('times') },
  }
}

/** A new rule of this kind: switched on, with what the standard rule has. */
export const newRule = (kind: AlertKind): RuleForm =>
  formOf({ kind, parameters: parametersOf(kind), enabled: true, push: KINDS[kind].push, mail: true })

/** What is sent, or the fields that are wrong. */
export function readRule(form: RuleForm): AlertRuleRequest | { errors: FieldErrors<RuleForm> } {
  const { kind, enabled, push, mail } = form
  const names = parametersIn(kind)
  const read = (name: ParameterName): number => Number(form[name].trim().replace(',', '.') || Number.NaN)
  const errors = found<RuleForm>(
    Object.fromEntries(
      names.map((name) => {
        const { min = 0, max = 0 } = KINDS[kind].parameters[name] ?? {}
        const value = read(name)
        return [name, value >= min && value <= max ? undefined : text.between(min, max)]
      }),
    ),
  )
  if (Object.keys(errors).length > 0) return { errors }
  const parameters: Parameters = Object.fromEntries(names.map((name) => [name, read(name)]))
  return { kind, parameters, enabled, push, mail }
}

/** What a rule allows, and where it tells of it: `más de 45 min · Al teléfono`. */
export function settingsText({ kind, parameters, push, mail }: AlertRuleResponse): string {
  const { factor = 0, minutes = 0, fromPercent = 0, metres = 0, times = 0 } = parameters
  const allowed = text.settings[kind]({
    ...{ factor, fromPercent, times },
    time: formatDurationMinutes(minutes * 60),
    distance: formatMetres(metres),
  })
  return [allowed, ...(push ? [text.push] : []), ...(mail ? [text.mail] : [])].join(' · ')
}
