import { z } from 'zod'
import { FEATURES } from '#domain/account/entitlements'
import { PASSWORD } from '#domain/account/fields'
import { coded, messageFields } from '../messages.ts'
import { displayName, mustChangePassword, newPassword, username } from '../people/accounts.ts'
import { optionalCode, recoveryCodesLeft } from '../people/second-factor.ts'
import { secret } from '../text.ts'

/** For scripts; people log in with the key once and then have a session. */
export const ADMIN_KEY_HEADER = 'x-admin-key'
/** Goes with the key while the administrator has a second factor. */
export const ADMIN_CODE_HEADER = 'x-admin-code'

export const adminProofRequest = z.object({
  adminKey: secret(
    z
      .string({ error: coded('admin_key_required') })
      .min(1, coded('admin_key_required'))
      .max(500, coded('invalid_admin_key')),
  ),
})

export const adminLoginRequest = adminProofRequest.extend({ code: optionalCode })

export const adminLoginResponse = z.object({
  success: z.boolean(),
  sessionEstablished: z.boolean(),
  ...messageFields,
  message: messageFields.message.optional(),
  recoveryCodesLeft,
})
export type AdminLoginResponse = z.infer<typeof adminLoginResponse>

/** Always 200, also without a session. */
export const adminSessionResponse = z.object({
  authenticated: z.boolean(),
  sessionInfo: z.object({ startedAt: z.string(), expiresAt: z.string() }).nullable(),
})
export type AdminSessionResponse = z.infer<typeof adminSessionResponse>

export const adminSupervisorRow = z.object({
  id: z.number().int(),
  username: z.string(),
  displayName: z.string(),
  /** That their operators call; null: none given. */
  phone: z.string().nullable(),
  isActive: z.boolean(),
  /** Number of the supervisor's operators whose account is active. */
  activeOperators: z.number().int(),
  operatorLimit: z.number().int(),
  hasPremium: z.boolean(),
  secondFactor: z.boolean(),
})
export type AdminSupervisorRow = z.infer<typeof adminSupervisorRow>

export const adminOperatorRow = z.object({
  id: z.number().int(),
  username: z.string(),
  displayName: z.string(),
  supervisorId: z.number().int().nullable(),
  isActive: z.boolean(),
})
export type AdminOperatorRow = z.infer<typeof adminOperatorRow>

export const adminUsersResponse = z.object({
  supervisors: z.array(adminSupervisorRow),
  operators: z.array(adminOperatorRow),
  total: z.number().int(),
})
export type AdminUsersResponse = z.infer<typeof adminUsersResponse>

export const setStatusRequest = z.object({ active: z.boolean() })
export const statusResponse = z.object({ id: z.number().int(), isActive: z.boolean() })
export type StatusResponse = z.infer<typeof statusResponse>

export const createSupervisorRequest = z.object({
  username,
  password: newPassword(PASSWORD.min),
  mustChangePassword,
  displayName: displayName(1),
})
export type CreateSupervisorRequest = z.input<typeof createSupervisorRequest>

export const OPERATOR_LIMITS = [5, 10, 20, 30, 40, 100] as const

const flag = z.boolean().optional()

/**
 * Any of the five features, premium as a whole, or the supervisor's own operator limit. `premiumActivated` turns all
 * five on (for 30 days) or off and overrides single features of the same request; single features recompute it.
 */
export const changeFeaturesRequest = z.object({
  features: z.object({
    kpiVisibility: flag,
    realTimeInfo: flag,
    operationLogs: flag,
    fullScreenEnabled: flag,
    linkSharing: flag,
    premiumActivated: flag,
    operatorLimit: z.enum(OPERATOR_LIMITS.map(String) as [string, ...string[]]).optional(),
  } satisfies Record<(typeof FEATURES)[number], unknown> & Record<string, unknown>),
})
export type ChangeFeaturesRequest = z.input<typeof changeFeaturesRequest>

/** 201 answers with the new row; 409 `username_taken` with `suggestions`. */
export const createSupervisorResponse = adminSupervisorRow

/** The archive that is written before a supervisor is deleted. */
export const deleteSupervisorResponse = z.object({
  /** Name of the archive file in the data folder. */
  archive: z.string(),
  removed: z.object({
    operators: z.number().int(),
    containers: z.number().int(),
    events: z.number().int(),
    reports: z.number().int(),
  }),
})
export type DeleteSupervisorResponse = z.infer<typeof deleteSupervisorResponse>

const metric = z.number().int()

/** What a supervisor has done so far with each premium function that leaves rows. */
const premiumUses = z.object({
  realTimeInfo: z.object({
    /** Kept, without the retired ones. */
    places: metric,
    alertsRaised: metric,
    alertsOpen: metric,
    alertsHandled: metric,
    pushesSent: metric,
    /** Claimed, and not taken by a push service. */
    pushesFailed: metric,
  }),
  kpiVisibility: z.object({ contracts: metric, packs: metric, reports: metric }),
  linkSharing: z.object({
    /** Links to evidence packs; those to operations are `totalSharedLinks`. */
    packLinks: metric,
    /** Of both. */
    linkViews: metric,
  }),
})
export type PremiumUses = z.infer<typeof premiumUses>

/**
 * Everything that the supervisor's operators have recorded. The totals include deleted operators; `operators` lists the
 * current accounts, active ones first, then by trips. Days are those of APP_TIMEZONE; hours have two decimals.
 */
export const supervisorMetricsResponse = z.object({
  supervisor: z.object({
    id: metric,
    username: z.string(),
    displayName: z.string(),
    operatorCount: metric,
    operatorLimit: metric,
    activeOperators: metric,
  }),
  premium: z.object({
    /** The premium functions in force. */
    on: z.record(z.enum(FEATURES), z.boolean()),
    uses: premiumUses,
  }),
  metrics: z.object({
    /** Ended operations. */
    totalTrips: metric,
    /** Days on which an operator recorded something, summed over operators. */
    totalSessions: metric,
    /** Hours of ended operations, from start to end. */
    totalHours: z.number(),
    /** Different container numbers. */
    totalContainers: metric,
    totalSharedLinks: metric,
    operators: z.array(
      z.object({
        id: metric,
        username: z.string(),
        displayName: z.string(),
        isActive: z.boolean(),
        tripsCount: metric,
        sessionsCount: metric,
        hoursActive: z.number(),
        containersCount: metric,
      }),
    ),
  }),
})
export type SupervisorMetricsResponse = z.infer<typeof supervisorMetricsResponse>

const counts = z.object({ users: metric, containers: metric, events: metric })

/** One row of the board that differs from the database. */
export const boardDifference = z.object({
  containerId: z.string(),
  displayContainerId: z.string(),
  kind: z.enum(['only_in_memory', 'only_in_database', 'different']),
  memoryVersion: metric.nullable(),
  databaseVersion: metric.nullable(),
})
export type BoardDifference = z.infer<typeof boardDifference>

/** Answer of the three actions on the board. `containers` and `events` are the database's; `board` is the memory's. */
export const memoryActionResponse = z.object({
  success: z.boolean(),
  ...messageFields,
  details: z.object({
    currentCounts: counts,
    /** Active operations in memory. */
    board: metric,
    /** Of verify: what differs; empty when all is well. */
    differences: z.array(boardDifference),
    /** Of verify: whether the record is what was reported; a sentence and its code. */
    record: z.object(messageFields).nullish(),
    /** The same of the audit log. */
    audit: z.object(messageFields).nullish(),
    /** Of force-backup: name, size in bytes. */
    backup: z.object({ file: z.string(), bytes: metric }).nullable(),
  }),
})
export type MemoryActionResponse = z.infer<typeof memoryActionResponse>

/** What each tenant takes of the installation, the largest first. */
export const usageQuery = z.object({ days: z.enum(['1', '7', '30']).default('1') })
export const usageResponse = z.object({
  tenants: z.array(
    z.object({
      supervisorId: z.number(),
      username: z.string(),
      displayName: z.string(),
      requests: z.number(),
      refused: z.number(),
      /** Of waiting and computing, all requests together. */
      seconds: z.number(),
      events: z.number(),
      channels: z.number(),
      /** All that was ever recorded. */
      eventsStored: z.number(),
      /** About: by the mean size of an event, and that of the evidence packs. */
      bytesStored: z.number(),
    }),
  ),
})
export type UsageDays = z.infer<typeof usageQuery>['days']
