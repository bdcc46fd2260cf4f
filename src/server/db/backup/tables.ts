import type { PgTable } from 'drizzle-orm/pg-core'
import { featureFlags, invitations, users } from '../schema/accounts.ts'
import { alertRules, alerts, quietHours, refusedSteps } from '../schema/alerts.ts'
import { auditChains, auditLog, systemSettings } from '../schema/console.ts'
import { reports, sharedLinks } from '../schema/desk.ts'
import { contracts, settlements } from '../schema/detention.ts'
import { evidencePacks, packReviews } from '../schema/evidence.ts'
import { clients, places } from '../schema/places.ts'
import { containers, corrections, eventCounters, events, tombstones } from '../schema/record.ts'
import { knownDevices, passkeys, recoveryCodes, secondFactors } from '../schema/sign-in.ts'

/** What a backup holds, in the order in which rows may be put back: what is referred to comes first. */
export const BACKED_UP: readonly PgTable[] = [
  users,
  knownDevices,
  passkeys,
  secondFactors,
  recoveryCodes,
  featureFlags,
  systemSettings,
  clients,
  places,
  containers,
  events,
  corrections,
  eventCounters,
  contracts,
  evidencePacks,
  packReviews,
  settlements,
  sharedLinks,
  reports,
  invitations,
  alertRules,
  alerts,
  refusedSteps,
  quietHours,
  auditLog,
  auditChains,
  tombstones,
]

/**
 * Left out of backups on purpose. Sessions, live tokens and links in mails are credentials, and after a restore people
 * should log in again; with them go what was heard of their phones, the browsers that push messages are sent to, and what
 * is still to be sent. Used challenges are worth nothing after five minutes. Job runs belong to the installation, not to the data: a restored product runs its jobs when they are due. Sums of
 * trips are made again from the record. Mails that wait hold such links too, and have been sent by the time of a restore.
 * What tenants asked of an installation says nothing of another.
 */
export const LEFT_OUT: readonly string[] = [
  'session',
  'heard_drivers',
  'live_tokens',
  'recovery_requests',
  'recovery_tokens',
  'email_confirmations',
  'mail_counts',
  'mails',
  'used_challenges',
  'push_subscriptions',
  'alert_notices',
  'job_runs',
  'trip_sums',
  'summed',
  'tenant_usage',
]

/** What migrations have made beside tables: a restore begins by taking all of it away. */
export const FUNCTIONS: readonly string[] = [
  'apply_correction',
  'audit_log_is_append_only',
  'bury',
  'prune_audit',
  'refuse_removed',
  'remove_account',
]
export const TYPES: readonly string[] = ['event_write']
