import type { CsvCell } from '#domain/csv/csv'
import type { Charge } from '#domain/detention/charge'
import { pesos } from '#domain/detention/money'
import { VISIT_PARTS } from '#domain/detention/parts'
import type {
  Agreement,
  EvidenceCorrection,
  EvidencePack,
  EvidenceStep,
  MonthPack,
  OperationPack,
} from '#domain/evidence/content'
import { isEventType } from '#domain/operation/steps'
import type { StepGrade } from '#domain/place/grade'
import { english } from '../../../text/evidence/en.ts'
import { type EvidenceWords, spanish } from '../../../text/evidence/es.ts'
import { type TimeText, timeText } from '../../public/tracking/page/times.ts'

export const WORDS = { es: spanish, en: english }
export type EvidenceLanguage = keyof typeof WORDS

export interface Column {
  label: string
  /** Share of the line. */
  width: number
  right?: boolean
}

/** A table; without a label in any column it has no head. */
export interface Section {
  title: string
  columns: readonly Column[]
  rows: readonly (readonly CsvCell[])[]
  /** Instead of rows. */
  empty?: string
}

/** A pack in words, for PDF and CSV alike. */
export interface Sheet {
  title: string
  subtitle: string
  sections: readonly Section[]
  total: { label: string; value: string } | null
  proof: readonly (readonly [string, string])[]
}

export interface Issued {
  pack: EvidencePack
  hash: string
  issuedAt: Date
  verifyUrl: string
}

const FACTS: readonly Column[] = [
  { label: '', width: 0.3 },
  { label: '', width: 0.7 },
]

export function sheetOf({ pack, hash, issuedAt, verifyUrl }: Issued, language: EvidenceLanguage): Sheet {
  const words: EvidenceWords = WORDS[language]
  const time = timeText(words.locale, pack.zone, true)
  const issued: Section['rows'] = [
    [words.client, pack.client ?? words.noClient],
    [words.issuer, pack.supervisor.name],
    [words.issuedAt, time(issuedAt.toISOString())],
    [words.version, pack.version],
    [words.zone, pack.zone],
  ]
  const body = pack.kind === 'operation' ? operation(pack, words, time) : month(pack, words, time)
  return {
    ...body,
    sections: [{ title: words.facts, columns: FACTS, rows: [...body.facts, ...issued] }, ...body.sections],
    proof: [...body.proof, [words.hash, hash], [words.verify, verifyUrl]],
  }
}

type Body = Omit<Sheet, 'proof'> & { facts: Section['rows']; proof: [string, string][] }

function operation(pack: OperationPack, words: EvidenceWords, time: TimeText): Body {
  const place = pack.place
    ? [pack.place.name, pack.place.facilityCode].filter((part) => part !== null).join(' · ')
    : words.noPlace
  return {
    title: words.title,
    subtitle: `${pack.containerNumber}${pack.cancelled ? ` · ${words.cancelled}` : ''}`,
    facts: [
      [words.container, pack.containerNumber],
      [words.operationType, words.type(pack.operationType)],
      [words.driver, pack.driver],
      [words.place, place],
    ],
    sections: [
      agreement(pack.agreement, words),
      {
        title: words.steps,
        columns: [
          { label: words.step, width: 0.18 },
          { label: words.occurred, width: 0.2 },
          { label: words.recorded, width: 0.2 },
          { label: words.grade, width: 0.2 },
          { label: words.note, width: 0.22 },
        ],
        rows: pack.steps.map((step) => [
          words.event(step.eventType),
          time(step.occurredAt),
          time(step.recordedAt),
          gradeText(step.grade, words),
          noteOf(step, words, time),
        ]),
      },
      {
        title: words.corrections,
        columns: [
          { label: words.correctionKind, width: 0.19 },
          { label: words.before, width: 0.2 },
          { label: words.after, width: 0.2 },
          { label: words.by, width: 0.21 },
          { label: words.reason, width: 0.2 },
        ],
        rows: pack.corrections.map((correction) => correctionRow(correction, words, time)),
        empty: words.noCorrections,
      },
      {
        title: words.waiting,
        columns: [
          { label: words.partColumn, width: 0.8 },
          { label: words.minutesColumn, width: 0.2, right: true },
        ],
        rows: VISIT_PARTS.flatMap((part) => {
          const minutes = pack.parts[part]
          return minutes == null ? [] : [[words.part(part), minutes]]
        }),
      },
      ...(pack.charge ? [sum(pack.charge, words)] : []),
    ],
    total: pack.charge && { label: words.total, value: amountText(pack.charge, words) },
    proof: [[words.chain(pack.chain.records), pack.chain.head]],
  }
}

function month(pack: MonthPack, words: EvidenceWords, time: TimeText): Body {
  const agreements = new Map<string, Section>()
  for (const { agreement: agreed } of pack.visits) {
    const section = agreement(agreed, words)
    agreements.set(JSON.stringify(section.rows), section)
  }
  return {
    title: words.monthTitle,
    subtitle: `${pack.client ?? words.noClient} · ${pack.month}`,
    facts: [
      [words.month, pack.month],
      ...pack.visits.flatMap(({ containerNumber, charge }) =>
        charge?.endedAfterDays === undefined
          ? []
          : [[containerNumber, words.endedAfter(charge.endedAfterDays)]],
      ),
    ],
    sections: [
      ...agreements.values(),
      {
        title: words.visits,
        columns: [
          { label: words.container, width: 0.13 },
          { label: words.arrival, width: 0.19 },
          { label: words.exit, width: 0.19 },
          { label: words.counted, width: 0.1, right: true },
          { label: words.chargeable, width: 0.11, right: true },
          { label: words.amount, width: 0.12, right: true },
          { label: words.correctionsCount, width: 0.06, right: true },
          { label: words.chainHead, width: 0.1 },
        ],
        rows: pack.visits.map(({ charge, exitAt, ...visit }) => [
          visit.containerNumber,
          time(visit.arrivedAt),
          exitAt === null ? '' : time(exitAt),
          charge?.countedMinutes ?? null,
          charge?.chargeableMinutes ?? null,
          charge ? amountText(charge, words) : '',
          visit.corrections,
          visit.chain.head.slice(0, 8),
        ]),
        empty: words.noVisits,
      },
    ],
    total: { label: words.total, value: pesos(pack.centavos) },
    proof: [],
  }
}

function agreement(agreed: Agreement | null, words: EvidenceWords): Section {
  const title = words.agreed
  if (agreed === null) return { title, columns: FACTS, rows: [], empty: words.nothingAgreed }
  const { contract, terms } = agreed
  const rates = terms.rates.map(({ uptoMinutes, centavosPerHour }, i) => {
    const rate = pesos(centavosPerHour)
    if (uptoMinutes !== null) return words.upto(uptoMinutes, rate)
    return i === 0 ? rate : words.beyond(rate)
  })
  const pauses = terms.pauses.map(({ from, to }) => `${from}-${to}`)
  return {
    title,
    columns: FACTS,
    rows: [
      [words.contract, contract ?? words.freeOfPlace],
      [words.basis, words.bases[terms.basis]],
      [words.free, words.minutes(terms.freeMinutes)],
      [words.block, words.minutes(terms.blockMinutes)],
      ...(rates.length === 0 ? [] : [[words.rate, rates.join('; ')]]),
      ...(pauses.length === 0 ? [] : [[words.pauses, pauses.join(', ')]]),
    ],
  }
}

function sum(charge: Charge, words: EvidenceWords): Section {
  return {
    title: words.sum,
    columns: [
      { label: '', width: 0.8 },
      { label: '', width: 0.2, right: true },
    ],
    rows: [
      [words.counted, words.minutes(charge.countedMinutes)],
      ...(charge.endedAfterDays === undefined ? [] : [[words.endedAfter(charge.endedAfterDays), null]]),
      [words.chargeable, words.minutes(charge.chargeableMinutes)],
      [words.billed, words.minutes(charge.billedMinutes)],
      ...charge.steps.map(({ minutes, centavosPerHour, centavos }) => [
        words.stepOfRate(minutes, pesos(centavosPerHour)),
        pesos(centavos),
      ]),
    ],
  }
}

const amountText = ({ centavos }: Charge, words: EvidenceWords): string =>
  centavos === null ? words.noRate : pesos(centavos)

function gradeText(grade: StepGrade | null, words: EvidenceWords): string {
  if (grade === null) return ''
  const where =
    grade.where === 'outside'
      ? words.outside(((grade.metres ?? 0) / 1000).toFixed(1))
      : grade.where === 'inside'
        ? words.inside
        : words.unknown
  return [where, grade.fix === 'poor' && words.poorFix, grade.suggested && words.suggested]
    .filter(Boolean)
    .join(', ')
}

const noteOf = (step: EvidenceStep, words: EvidenceWords, time: TimeText): string =>
  [
    step.retracted && words.retracted,
    step.firstOccurredAt !== null && words.was(time(step.firstOccurredAt)),
    step.reportedAt !== null && words.phoneSaid(time(step.reportedAt)),
  ]
    .filter(Boolean)
    .join('; ')

function correctionRow(
  { kind, eventType, before, after, author, reason, recordedAt, reportedAt }: EvidenceCorrection,
  words: EvidenceWords,
  time: TimeText,
): CsvCell[] {
  const value = (text: string | null): string => {
    if (text === null) return ''
    if (kind === 'time') return time(text)
    return isEventType(text) ? words.event(text) : text
  }
  return [
    [words.correction(kind), eventType && words.event(eventType)].filter(Boolean).join(': '),
    value(before),
    value(after),
    `${author}, ${time(recordedAt)}`,
    reason ?? (reportedAt === undefined ? '' : words.undoneOffline(time(reportedAt))),
  ]
}
