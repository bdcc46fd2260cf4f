import type { Charge } from '../detention/charge.ts'
import type { Terms } from '../detention/contract.ts'
import type { VisitPart } from '../detention/parts.ts'
import type { Coordinates } from '../geo/position.ts'
import type { CorrectionKind } from '../operation/correct.ts'
import type { EventType, OperationType } from '../operation/steps.ts'
import type { StepGrade } from '../place/grade.ts'

/** Times are ISO 8601 in UTC, money is integer centavos: the content has no language. */

export interface EvidenceStep {
  eventType: EventType
  /** The effective time. */
  occurredAt: string
  recordedAt: string
  /** As it was recorded first, once it was corrected. */
  firstOccurredAt: string | null
  /** What the phone said, where that was not possible. */
  reportedAt: string | null
  retracted: boolean
  grade: StepGrade | null
  /**
   * What the grade was judged by, accuracy in metres. Absent without a grade or a position, and in packs from before this
   * was kept.
   */
  position?: Coordinates & { accuracy: number | null }
}

export interface EvidenceCorrection {
  kind: CorrectionKind
  /** Of the event; null: it is about the operation. */
  eventType: EventType | null
  before: string | null
  after: string | null
  author: string
  reason: string | null
  recordedAt: string
  /**
   * Of a retraction that waited on a phone without a network: when it was pressed, as the phone says. Else absent, as in
   * packs from before this was kept, whose text stays as it was.
   */
  reportedAt?: string
}

export interface Agreement {
  /** Of the contract; null: the free time of the place. */
  contract: string | null
  terms: Terms
}

/** The newest hash of the operation's record, and how many records it stands for. */
export interface ChainStand {
  head: string
  records: number
}

interface Pack {
  /** Of this form. */
  format: 1
  version: number
  supervisor: { id: number; name: string }
  client: string | null
  /** IANA: in which times are written. */
  zone: string
}

export interface OperationPack extends Pack {
  kind: 'operation'
  containerNumber: string
  operationType: OperationType
  driver: string
  cancelled: boolean
  place: { name: string; facilityCode: string | null } | null
  agreement: Agreement | null
  steps: readonly EvidenceStep[]
  corrections: readonly EvidenceCorrection[]
  /** Whole minutes; a part that did not exist when the pack was issued is absent. */
  parts: Readonly<Partial<Record<VisitPart, number | null>>>
  charge: Charge | null
  /** Tax on its amount; absent: none was agreed. */
  taxCentavos?: number
  chain: ChainStand
}

export interface MonthVisit {
  containerNumber: string
  operationType: OperationType
  driver: string
  place: string | null
  arrivedAt: string
  accessAt: string | null
  exitAt: string | null
  corrections: number
  agreement: Agreement | null
  charge: Charge | null
  chain: ChainStand
}

export interface MonthPack extends Pack {
  kind: 'month'
  /** `yyyy-MM` of the zone. */
  month: string
  visits: readonly MonthVisit[]
  centavos: number
  /** Tax on the sum; absent: none was agreed for any of it. */
  taxCentavos?: number
}

export type EvidencePack = OperationPack | MonthPack

/**
 * The one text of a pack, of which its hash is made: JSON without spaces, the keys of each object in the order of their code
 * units, numbers as JSON.stringify writes them. Yields after each item of a list: a month has thousands of visits.
 */
export function* canonicalPack(pack: EvidencePack): Generator<void, string> {
  const fields: string[] = []
  for (const [key, field] of Object.entries(pack).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const items: string[] = []
    for (const item of Array.isArray(field) ? field : []) {
      items.push(canonical(item))
      yield
    }
    fields.push(`${JSON.stringify(key)}:${Array.isArray(field) ? `[${items.join(',')}]` : canonical(field)}`)
  }
  return `{${fields.join(',')}}`
}

const canonical = (value: unknown): string => JSON.stringify(keysInOrder(value))

/** A copy. JSON.stringify writes keys in the order in which they were set, unless they are numbers: no pack has such. */
function keysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysInOrder)
  if (typeof value !== 'object' || value === null) return value
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) fields[key] = keysInOrder(value[key as keyof typeof value])
  return fields
}
