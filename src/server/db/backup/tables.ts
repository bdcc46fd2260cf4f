import type { PgTable } from 'drizzle-orm/pg-core'
import {
  auditLog,
  containers,
  eventCounters,
  events,
  featureFlags,
  invitations,
  reports,
  sharedLinks,
  systemSettings,
  users,
} from '../schema.ts'

/** What a backup holds, in the order in which rows may be put back: what is referred to comes first. */
export const BACKED_UP: readonly PgTable[] = [
  users,
  featureFlags,
  systemSettings,
  containers,
  events,
  eventCounters,
  sharedLinks,
  reports,
  invitations,
  auditLog,
]

/**
 * What a backup leaves out on purpose. Sessions and tickets are rights to enter: a copy of them would be a key that
 * lies about, and whoever restores wants people to log in anew. Job runs say what this installation has done, not
 * what people recorded; a restored product does its jobs when they are due.
 */
export const LEFT_OUT: readonly string[] = ['session', 'live_tokens', 'recovery_tokens', 'job_runs']
