import { z } from 'zod'
import { DETENTION_BASES, DETENTION_LIMITS, ratesFault } from '#domain/detention/contract'
import { coverDay } from '#domain/detention/pauses'
import { SETTLEMENT_STATES } from '#domain/detention/settlement'
import { BASIS_POINTS } from '#domain/detention/tax'
import { OPERATION_TYPES } from '#domain/operation/steps'
import { isDay } from '#domain/time/day-text'
import { letterResponse } from '../console/mails.ts'
import { id, idText } from '../id.ts'
import { coded } from '../messages.ts'
import { line, reference } from '../text.ts'
import { month } from './kpis.ts'

const CONTRACT_NAME = { max: 80 }

const whole = (min: number, max: number) =>
  z.number().int().min(min, coded('contract_minutes')).max(max, coded('contract_minutes'))

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, coded('contract_pause'))
const day = z.string().refine(isDay, coded('contract_day'))

const rateStep = z.object({
  uptoMinutes: whole(1, DETENTION_LIMITS.stepMinutes).nullable(),
  centavosPerHour: z
    .number()
    .int()
    .min(0, coded('contract_rate'))
    .max(DETENTION_LIMITS.centavosPerHour, coded('contract_rate')),
})
const pause = z.object({ from: clock, to: clock })

const terms = {
  basis: z.enum(DETENTION_BASES),
  blockMinutes: whole(1, DETENTION_LIMITS.blockMinutes),
  rates: z
    .array(rateStep)
    .max(DETENTION_LIMITS.steps)
    .refine((steps) => ratesFault(steps) === null, coded('contract_steps')),
  pauses: z.array(pause).max(DETENTION_LIMITS.pauses),
}

const contract = z.object({
  name: line()
    .min(1, coded('contract_name_required'))
    .max(CONTRACT_NAME.max, coded('contract_name_too_long')),
  /** null: any. */
  clientId: id.nullable(),
  placeId: id.nullable(),
  operationType: z.enum(OPERATION_TYPES).nullable(),
  ...terms,
  /** null: that of the place. */
  freeMinutes: whole(0, DETENTION_LIMITS.freeMinutes).nullable(),
  /** Tax (IVA) on the sum, in basis points: 1600 is 16 %. 0: none. */
  taxBasisPoints: z
    .number()
    .int()
    .min(0, coded('contract_tax'))
    .max(BASIS_POINTS, coded('contract_tax'))
    .default(0),
  /** `yyyy-MM-dd`, both inclusive; null: without end. */
  validFrom: day,
  validUntil: day.nullable(),
})

export const contractRequest = contract
  .refine(({ validFrom, validUntil }) => validUntil === null || validUntil >= validFrom, {
    error: coded('contract_days'),
    path: ['validUntil'],
  })
  .refine(({ pauses }) => !coverDay(pauses), { error: coded('contract_pauses_day'), path: ['pauses'] })
export type ContractRequest = z.input<typeof contractRequest>

export const contractResponse = contract.extend({ id: z.number().int(), name: z.string() })
export type ContractResponse = z.infer<typeof contractResponse>

const named = z.object({ id: z.number().int(), name: z.string() })

/** With what a contract may name: the clients, and the places with their free time (minutes; null: none). */
export const contractsResponse = z.object({
  contracts: z.array(contractResponse),
  clients: z.array(named),
  places: z.array(named.extend({ freeMinutes: z.number().int().nullable() })),
})
export type ContractsResponse = z.infer<typeof contractsResponse>

/** What is counted of an operation and what it costs; times ISO 8601. */
const visitTimes = z.object({
  arrivedAt: z.string().nullable(),
  accessAt: z.string().nullable(),
  exitAt: z.string().nullable(),
})

/** Without `contract`, only the free time of the place is known: `rates` is empty. */
const agreedTerms = z.object({
  ...terms,
  rates: z.array(rateStep),
  freeMinutes: z.number().int(),
  zone: z.string(),
})

export const detentionNowResponse = z.array(
  visitTimes.extend({ containerId: z.string(), contract: z.string().nullable(), terms: agreedTerms }),
)
export type DetentionNow = z.infer<typeof detentionNowResponse>[number]

/** Without a month: the current one. */
export const detentionMonthQuery = z.object({ month: month.optional() })

const charge = z.object({
  countedMinutes: z.number().int(),
  chargeableMinutes: z.number().int(),
  billedMinutes: z.number().int(),
  /** null: no rate was agreed. */
  centavos: z.number().int().nullable(),
  /** Counting ended after so many days; absent: it did not. */
  endedAfterDays: z.number().int().optional(),
})

const settlementState = z.enum(SETTLEMENT_STATES)

/** What was said of the settling, by whom, and when (ISO 8601). */
export const settlementResponse = z.object({
  state: settlementState,
  note: z.string().nullable(),
  by: z.string(),
  at: z.string(),
})
export type SettlementResponse = z.infer<typeof settlementResponse>

const detentionVisit = visitTimes.extend({
  containerId: z.string(),
  displayContainerId: z.string(),
  operationType: z.enum(OPERATION_TYPES),
  displayName: z.string(),
  isActive: z.boolean(),
  clientId: z.number().int().nullable(),
  place: z.string().nullable(),
  contract: z.string().nullable(),
  /** null: neither a contract nor a free time applies. */
  charge: charge.nullable(),
  /** Of its agreement; 0: none. */
  taxBasisPoints: z.number().int(),
  corrections: z.number().int(),
  /** null: nothing was said yet, so it is due. */
  settlement: settlementResponse.nullable(),
  /** It was corrected after it had been sent to the client. */
  correctedSinceSent: z.boolean(),
  /** Of a visit that was corrected since: the newest version that a correction has made of the pack by which it was sent. */
  renewedVersion: z.number().int().nullable(),
  /** `yyyy-MM` of the pack by which it was sent; null: a pack of its own, or none. */
  sentMonth: z.string().nullable(),
})
export type DetentionVisit = z.infer<typeof detentionVisit>

/** The operations that arrived in the month, by client; `clientId` null: without one. */
export const detentionMonthResponse = z.object({
  month: z.string(),
  generatedAt: z.string(),
  clients: z.array(
    z.object({
      clientId: z.number().int().nullable(),
      name: z.string().nullable(),
      operations: z.number().int(),
      countedMinutes: z.number().int(),
      chargeableMinutes: z.number().int(),
      centavos: z.number().int(),
      /** On the sum; rounded once. */
      taxCentavos: z.number().int(),
      corrections: z.number().int(),
      settlement: settlementResponse
        .extend({
          /** Of the pack that was sent, and of the newest one; null: none was. */
          version: z.number().int().nullable(),
          newestVersion: z.number().int().nullable(),
          /** What became of the mail that took it to the client; null: it was not mailed, or more than a month ago. */
          mail: letterResponse.nullable(),
          /** The newest one that a correction has made since it was sent; null: none. */
          renewedVersion: z.number().int().nullable(),
        })
        .nullable(),
      visits: z.array(detentionVisit),
    }),
  ),
})
export type DetentionMonth = z.infer<typeof detentionMonthResponse>

/** How many visits one request settles. */
export const SETTLED_AT_ONCE = 200
const SETTLEMENT_NOTE = { max: 500 }

const settling = {
  state: settlementState,
  /** Of a dispute, its answer and a waiver it is required. */
  note: line().min(1).max(SETTLEMENT_NOTE.max).nullable().default(null),
}
/** Visits, or the month of a client with its visits that stand where it stood. */
export const settleRequest = z.union([
  z.object({ containerIds: z.array(reference).min(1).max(SETTLED_AT_ONCE), ...settling }),
  z.object({ clientId: id, month, ...settling }),
])
export type SettleRequest = z.input<typeof settleRequest>

export const settleResponse = z.object({
  /** Visits that changed. */
  changed: z.number().int(),
})

export const settlementsQuery = z.union([
  z.object({ containerId: reference }),
  z.object({ clientId: idText, month }),
])
/** The newest first. */
export const settlementsResponse = z.array(settlementResponse)
