import { z } from 'zod'
import {
  ALERT_KINDS,
  type AlertKind,
  MOST_ALERTS,
  PARAMETERS,
  type Parameters,
  wrongParameter,
} from '#domain/alert/kinds'
import { EVENT_TYPES, OPERATION_TYPES } from '#domain/operation/steps'
import { id } from '../id.ts'
import { coded } from '../messages.ts'
import { isPrintable, line, text } from '../text.ts'

/** Days of the record on which a rule is tried. */
export const TRIED_DAYS = 28
/** Alerts of a page of the list. */
export const ALERTS_PAGE = 100

export const alertResponse = z.object({
  id: z.number().int(),
  ruleId: z.number().int(),
  kind: z.enum(ALERT_KINDS),
  /** 1 notice, 2 important, 3 urgent. */
  level: z.number().int(),
  containerId: z.string(),
  displayContainerId: z.string(),
  operationType: z.enum(OPERATION_TYPES),
  currentEventType: z.enum(EVENT_TYPES),
  userId: z.number().int(),
  displayName: z.string(),
  /** Where the operation goes; null: no known place. */
  placeId: z.number().int().nullable(),
  /** Of the driver. */
  phone: z.string().nullable(),
  /** The beginning of what lasts, or the event. */
  since: z.string(),
  /** What it is held against: seconds, metres or a number of steps, by kind. */
  limit: z.number().int(),
  /** What was found, in the same unit; null: time that runs. */
  found: z.number().int().nullable(),
  /** The moments at which the alert and its level were due. */
  raisedAt: z.string(),
  levelAt: z.string(),
  acknowledgedAt: z.string().nullable(),
  note: z.string().nullable(),
  assignedTo: z.string().nullable(),
  snoozedUntil: z.string().nullable(),
  /** When somebody looked at it; null: nobody has, at this level. */
  seenAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedWhy: z.enum(['reason_gone', 'operation_over', 'rule_off']).nullable(),
})
export type AlertResponse = z.infer<typeof alertResponse>

export const alertsQuery = z
  .object({
    /** Without it, the first page of both. */
    list: z.enum(['open', 'closed']).optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(MOST_ALERTS).default(ALERTS_PAGE),
    /** The answer before says it; needs `list`. */
    cursor: text().max(100).optional(),
  })
  .refine(({ list, cursor }) => cursor === undefined || list !== undefined, {
    path: ['cursor'],
    message: coded('cursor_invalid'),
  })

export const alertsResponse = z.object({
  /** The newest first, by when each was raised. */
  open: z.array(alertResponse),
  /** Of the last days, those closed last first. */
  closed: z.array(alertResponse),
  /** With which `cursor` the next page of each list is asked for; null: there is none. */
  next: z.object({ open: z.string().nullable(), closed: z.string().nullable() }),
})
export type AlertsResponse = z.infer<typeof alertsResponse>

const alertIds = z.array(id).min(1).max(MOST_ALERTS)

/** What is left out stays as it is. */
export const handleAlertRequest = z.object({
  acknowledged: z.boolean().optional(),
  note: line().max(300).nullish(),
  /** Who takes care of it. */
  assignedTo: line().max(80).nullish(),
  /** Minutes from now; null: no longer. */
  snoozeMinutes: z.number().int().min(1).max(1440).nullish(),
})
export type HandleAlertRequest = z.input<typeof handleAlertRequest>

/** Many at once. Sent again, it changes nothing more. */
export const handleAlertsRequest = handleAlertRequest.extend({ ids: alertIds })
export type HandleAlertsRequest = z.input<typeof handleAlertsRequest>
export const seenAlertsRequest = z.object({ ids: alertIds })
/** The alerts that the request changed, as they are now. */
export const changedAlertsResponse = z.object({ changed: z.array(alertResponse) })

const parameters = z.partialRecord(z.enum(PARAMETERS), z.number())

const isAllowed = ({ kind, parameters: given }: { kind: AlertKind; parameters: Parameters }): boolean =>
  wrongParameter(kind, given) === null
const OUT_OF_BOUNDS = { path: ['parameters'], message: coded('alert_parameter') }

const ruleKind = z.object({ kind: z.enum(ALERT_KINDS), parameters })

export const tryRuleRequest = ruleKind.refine(isAllowed, OUT_OF_BOUNDS)

export const alertRuleRequest = ruleKind
  .extend({ enabled: z.boolean(), push: z.boolean(), mail: z.boolean() })
  .refine(isAllowed, OUT_OF_BOUNDS)
export type AlertRuleRequest = z.input<typeof alertRuleRequest>

/** How many alerts the rule would have raised in the last `days` of the record. */
export const firedResponse = z.object({
  fired: z.number().int(),
  /** Of very many trips the newest stand for all. */
  isEstimate: z.boolean(),
  days: z.number().int(),
})

export const alertRuleResponse = z.object({
  id: z.number().int(),
  kind: z.enum(ALERT_KINDS),
  parameters,
  enabled: z.boolean(),
  push: z.boolean(),
  mail: z.boolean(),
  /** Every supervisor has it; it cannot be removed. */
  isStandard: z.boolean(),
})
export type AlertRuleResponse = z.infer<typeof alertRuleResponse>
export const alertRulesResponse = z.array(alertRuleResponse.extend(firedResponse.shape))
export type AlertRulesResponse = z.infer<typeof alertRulesResponse>

/** The VAPID public key with which a browser subscribes, base64url. */
export const pushKeyResponse = z.object({ publicKey: z.string() })

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=*$`))

/** As `PushSubscription.toJSON()` gives it. */
export const pushSubscriptionRequest = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(1000)
    .refine(isPrintable, coded('text_invalid')),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})
export type PushSubscriptionRequest = z.input<typeof pushSubscriptionRequest>

const localTime = z.iso.time({ precision: -1 })

/** When push messages wait, by the clock of the product's zone; they may end on the next day. */
export const quietHours = z
  .object({
    on: z.boolean(),
    /** '22:00'. */
    from: localTime,
    until: localTime,
    /** What is urgent comes nevertheless. */
    urgentToo: z.boolean(),
  })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: coded('quiet_hours_same') })
export type QuietHours = z.infer<typeof quietHours>

export const endPushRequest = pushSubscriptionRequest.pick({ endpoint: true })
