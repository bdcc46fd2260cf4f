import type { AuditAction, AuditActor, AuditEntryResponse } from '#contract/http/console/audit'
import type { SettingKey } from '#contract/http/console/settings'
import { EVENT_TYPES } from '#domain/operation/steps'
import { writtenDay, writtenMonth } from '#domain/time/written'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { dayStart } from '../../../../lib/time/day-start.ts'
import { adminSettingsText, adminText, adminAuditText as text } from '../../../../text/console.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { WRITTEN_IN } from '../../../../text/page.ts'

export interface AuditFilters {
  actor: AuditActor | null
  action: AuditAction | null
  text: string
  /** `yyyy-MM-dd` of the product's calendar, both included. */
  from: string | null
  to: string | null
}

export const NO_AUDIT_FILTERS: AuditFilters = { actor: null, action: null, text: '', from: null, to: null }

export const hasFilters = (filters: AuditFilters): boolean =>
  Object.values({ ...filters, text: filters.text.trim() }).some((value) => value !== null && value !== '')

/** The query of one page; `limit` null: of all of them. `zone`: the IANA zone of the filters' days. */
export function auditSearch(
  filters: AuditFilters,
  zone: string,
  cursor: string | null,
  limit: number | null,
): string {
  const startOf = (day: string, plus = 0) => new Date(dayStart(day, zone, plus)).toISOString()
  const params = new URLSearchParams()
  if (filters.actor !== null) params.set('actor', filters.actor)
  if (filters.action !== null) params.set('action', filters.action)
  const q = filters.text.trim()
  if (q !== '') params.set('q', q)
  if (filters.from !== null) params.set('from', startOf(filters.from))
  // The server excludes `to`: a whole day ends where the next one begins.
  if (filters.to !== null) params.set('to', startOf(filters.to, 1))
  if (limit !== null) params.set('limit', String(limit))
  if (cursor !== null) params.set('cursor', cursor)
  return params.toString()
}

export const ACTOR_CHOICES = Object.entries(text.actors).map(([value, label]) => ({ value, label }))
export const ACTION_CHOICES = Object.entries(text.actions)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label, 'es'))

export const isActor = (value: string | null): value is AuditActor =>
  value !== null && Object.hasOwn(text.actors, value)
export const isAction = (value: string | null): value is AuditAction =>
  value !== null && Object.hasOwn(text.actions, value)

/** The label of a field. The names come from outside, so inherited keys such as `constructor` must not match. */
const fieldName = (name: string): string => named(text.fields, name) ?? name

/** One field of a change; null: absent on that side. */
export interface ChangeLine {
  name: string
  label: string
  before: string | null
  after: string | null
}

/** The change as a list of fields, in the order they were written. */
export function changeLines({ before, after }: Pick<AuditEntryResponse, 'before' | 'after'>): ChangeLine[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const side = (values: Record<string, unknown> | null, name: string): string | null =>
    values !== null && name in values ? valueText(values[name], name) : null
  return [...names].map((name) => ({
    name,
    label: fieldName(name),
    before: side(before, name),
    after: side(after, name),
  }))
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

type NameOf = (value: string) => string | undefined
/** Not the settings whose values are a number alone, or yes and no. */
type NamedSetting = Exclude<SettingKey, 'operator_limit' | 'maintenance_mode'>

/** The labels of a field's values, as on the other screens. */
const VALUE_NAMES: Readonly<Record<NamedSetting, NameOf> & Record<string, NameOf>> = {
  public_tracking: (value) => named(adminSettingsText.trackingChoices, value)?.label,
  registration: (value) => named(adminSettingsText.registrationChoices, value)?.label,
  supervisor_second_factor: (value) => named(adminSettingsText.secondFactorChoices, value)?.label,
  desk_idle_minutes: adminSettingsText.idleChoice,
  eventType: (value) => EVENT_TYPES.filter((type) => type === value).map(eventLabel)[0],
  operationType: (value) => named(text.operationTypes, value),
  level: (value) => named(text.linkLevels, value),
  position: (value) => named(text.positions, value),
  basis: (value) => named(text.bases, value),
  actor: (value) => named(text.actors, value),
  action: (value) => named(text.actions, value),
  month: monthsIn,
  validFrom: (value) => writtenDay(value, WRITTEN_IN),
  validUntil: (value) => writtenDay(value, WRITTEN_IN),
}

const named = <T>(names: Readonly<Record<string, T>>, value: string): T | undefined =>
  Object.hasOwn(names, value) ? names[value] : undefined

/** 'Refrescos del Bajío 2026-11' and '2026-11', with the month as people write it. */
function monthsIn(value: string): string {
  return value.replace(/\b20\d{2}-(0[1-9]|1[0-2])$/, (month) => writtenMonth(month, WRITTEN_IN))
}

/** What reports and packs of a month are of ends in it. */
const OF_MONTHS: ReadonlySet<AuditAction> = new Set<AuditAction>([
  ...(['report_saved', 'report_deleted', 'report_exported'] as const),
  ...(['evidence_issued', 'evidence_exported', 'settlement_changed'] as const),
])

/** A value as text; `name`: the field that holds it. */
export function valueText(value: unknown, name = ''): string {
  if (value === null || value === undefined || value === '') return text.noChange
  if (value === true || value === 'true') return adminText.yes
  if (value === false || value === 'false') return adminText.no
  if (typeof value === 'string') {
    return named(VALUE_NAMES, name)?.(value) ?? (INSTANT.test(value) ? formatDateTime(value) : value)
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? text.noChange : value.map((part) => valueText(part, name)).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, part]) => `${fieldName(name)}: ${valueText(part, name)}`)
      .join('; ')
  }
  return String(value)
}

/** The label of the target: settings by their label, months in words, anything else by its own name. */
export function targetText({ action, target }: Pick<AuditEntryResponse, 'action' | 'target'>): string {
  if (target === null) return text.noChange
  if (OF_MONTHS.has(action)) return monthsIn(target)
  return action === 'setting_changed' ? (named(text.settings, target) ?? target) : target
}
