import { z } from 'zod'
import type { Feature } from '#domain/account/entitlements'
import { askedInstant } from '../operations.ts'
import { pageFields } from '../pages.ts'
import { line } from '../text.ts'
import type { SettingKey } from './settings.ts'

/** Every change that is audited, and what happens at the doors; `actor.kind` says who may make it. */
export const AUDIT_ACTIONS = [
  'login',
  'login_failed',
  'login_locked',
  'logout',
  'admin_key_wrong',
  'admin_code_wrong',
  'admin_locked',
  'audit_exported',
  'audit_pruned',
  'admin_login',
  'admin_logout',
  'supervisor_created',
  'supervisor_deleted',
  'operator_created',
  'operator_changed',
  'operator_password_changed',
  'operator_deleted',
  'account_activated',
  'account_deactivated',
  'features_changed',
  'setting_changed',
  'backup_written',
  'backup_verified',
  'backup_copied',
  'plain_backups_removed',
  'board_reloaded',
  'board_verified',
  'invitation_created',
  'invitations_revoked',
  'report_saved',
  'report_exported',
  'report_deleted',
  'contract_created',
  'contract_changed',
  'settlement_changed',
  'evidence_issued',
  'evidence_exported',
  'history_exported',
  'link_shared',
  'link_created',
  'link_revoked',
  'link_viewed',
  'alert_handled',
  'alert_rule_created',
  'alert_rule_changed',
  'alert_rule_removed',
  'push_on',
  'push_off',
  'quiet_hours_changed',
  'password_reset',
  'email_confirmed',
  'password_reset_sent',
  'own_password_changed',
  'phone_changed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'second_factor_on',
  'second_factor_off',
  'second_factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'mail_retried',
  'mail_tested',
  'premium_expired',
  'place_created',
  'place_changed',
  'place_retired',
  'places_imported',
  'places_exported',
  'destination_changed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Fields that changes are told in. The server records no other, and the page has a word for each. */
export type AuditField =
  | Feature
  | SettingKey
  | 'unknownUser'
  | 'deactivated'
  | 'passkey'
  | 'copied'
  | 'passkeyName'
  | 'codeMissing'
  | 'codeWrong'
  | 'recoveryCodesLeft'
  | 'more'
  | 'name'
  | 'parameters'
  | 'enabled'
  | 'push'
  | 'mail'
  | 'note'
  | 'state'
  | 'taxBasisPoints'
  | 'assignedTo'
  | 'acknowledgedAt'
  | 'snoozedUntil'
  | 'quietHours'
  | 'urgentToo'
  | 'level'
  | 'kind'
  | 'shape'
  | 'timeZone'
  | 'freeMinutes'
  | 'facilityCode'
  | 'client'
  | 'place'
  | 'created'
  | 'changed'
  | 'username'
  | 'displayName'
  | 'phone'
  | 'mustChangePassword'
  | 'idle'
  | 'email'
  | 'isActive'
  | 'supervisorId'
  | 'role'
  | 'premiumActivated'
  | 'premiumExpirationDate'
  | 'operatorLimit'
  | 'value'
  | 'archive'
  | 'file'
  | 'bytes'
  | 'verified'
  | 'altered'
  | 'unsound'
  | 'operators'
  | 'containers'
  | 'events'
  | 'chains'
  | 'heads'
  | 'record'
  | 'reports'
  | 'users'
  | 'board'
  | 'differences'
  | 'version'
  | 'hash'
  | 'format'
  | 'month'
  | 'operatorId'
  | 'operator'
  | 'invitations'
  | 'invitedBy'
  | 'days'
  | 'from'
  | 'to'
  | 'q'
  | 'containerId'
  | 'eventType'
  | 'operationType'
  | 'rows'
  | 'count'
  | 'expiresAt'
  | 'revoked'
  | 'actor'
  | 'action'
  | 'position'
  | 'basis'
  | 'blockMinutes'
  | 'centavosPerHour'
  | 'uptoMinutes'
  | 'clientId'
  | 'placeId'
  | 'pauses'
  | 'rates'
  | 'validFrom'
  | 'validUntil'
  | 'factor'
  | 'fromPercent'
  | 'metres'
  | 'minutes'
  | 'times'

type NamesOf<T> = T extends readonly (infer One)[]
  ? NamesOf<One>
  : T extends Date
    ? never
    : T extends object
      ? keyof T & string
      : never
/** The names of the fields of `T`, and of the objects in them. */
type FieldIn<T> = NamesOf<T> | NamesOf<T[keyof T]>

/** `T`, if all of its fields are such fields. */
export type Told<T> = T & { readonly [Field in Exclude<FieldIn<T>, AuditField>]: never }

export const AUDIT_ACTORS = ['admin', 'supervisor', 'operator', 'visitor', 'system'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]

/** Newest first. `q` searches the names of actor and target, and the address; `from` is inclusive, `to` exclusive. */
export const auditQuery = z.object({
  actor: z.enum(AUDIT_ACTORS).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  q: line().max(100).optional(),
  from: askedInstant.optional(),
  to: askedInstant.optional(),
  ...pageFields,
})

/** The same filters, without pages. */
export const auditExportQuery = auditQuery.omit({ cursor: true, limit: true })

export const AUDIT_COLUMNS = [
  'ID',
  'Fecha (UTC)',
  'Quién',
  'Nombre',
  'Cuenta',
  'Dirección',
  'Acción',
  'Sobre',
  'ID de destino',
  'Antes',
  'Después',
  'Cadena',
  'Posición',
  'Hash',
]

export const auditEntryResponse = z.object({
  id: z.number().int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  actor: z.object({
    kind: z.enum(AUDIT_ACTORS),
    /** Account; null for the administrator and the product itself. */
    id: z.number().int().nullable(),
    name: z.string(),
  }),
  /** Network address of the client; null for a job of the product. */
  address: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  /** Readable name of what was changed: a username, a setting, a container number. */
  target: z.string().nullable(),
  targetId: z.number().int().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntryResponse = z.infer<typeof auditEntryResponse>

export const auditResponse = z.object({
  entries: z.array(auditEntryResponse),
  nextCursor: z.string().nullable(),
})
export type AuditResponse = z.infer<typeof auditResponse>
