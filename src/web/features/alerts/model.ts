import type { AlertRuleResponse } from '#contract/http/alerts'
import type { AlertLevel } from '#domain/alert/kinds'
import { formatMetres } from '#domain/geo/position'
import type { Phase } from '#domain/operation/steps'
import { formatDuration } from '#domain/time/duration'
import type { Alert } from '../../api/alerts.ts'
import { alertsText as text } from '../../text/alerts.ts'

/** Colours by meaning: of a level. */
export const LEVEL_PHASES: Readonly<Record<AlertLevel, Phase>> = { 1: 'driving', 2: 'waiting', 3: 'stopped' }

export const levelOf = ({ level }: Pick<Alert, 'level'>): AlertLevel =>
  level === 3 ? 3 : level === 2 ? 2 : 1

/** What was found, against what. */
export function againstText({ kind, limit, found }: Pick<Alert, 'kind' | 'limit' | 'found'>): string {
  const amount = (value: number): string => {
    if (kind === 'outside_place') return formatMetres(value)
    return kind === 'refused' ? String(value) : formatDuration(value)
  }
  return text.against[kind](amount(limit), amount(found ?? 0))
}

/** 'unos 3 al día'; under one a day only how many. */
export function firedText({ fired, days }: { fired: number; days: number }): string {
  const perDay = fired / days
  if (fired > 0 && perDay < 1) return text.firedRarely(fired)
  return text.fired(fired, perDay.toFixed(perDay < 10 && !Number.isInteger(perDay) ? 1 : 0))
}

/** A rule without what the server adds. */
export const asRequest = ({ kind, parameters, enabled, push, mail }: AlertRuleResponse) => ({
  kind,
  parameters,
  enabled,
  push,
  mail,
})
