import type { Charge } from '#domain/detention/charge'
import { pesos } from '#domain/detention/money'
import { VISIT_PARTS } from '#domain/detention/parts'
import type { Agreement, EvidencePack, MonthPack, OperationPack } from '#domain/evidence/content'
import { type EventType, PARK_ACCESS, PARK_ARRIVAL, PARK_EXIT } from '#domain/operation/steps'
import { formatMinutes } from '#domain/time/duration'
import { writtenMonth, writtenTimes } from '#domain/time/written'
import { english } from '../../../text/evidence/en.ts'
import { type EvidenceWords, spanish } from '../../../text/evidence/es.ts'
import { correctionRow, noteOf, positionText } from './step-text.ts'
import { type Cell, shown } from './written-cell.ts'

export const WORDS = { es: spanish, en: english }
export type EvidenceLanguage = keyof typeof WORDS

export interface Column {
  label: string
  /** Share of the line. */
  width: number
  right?: boolean
  /** Of its numbers, which the PDF writes beside each of them. */
  unit?: string
}

/** A table; without a label in any column it has no head. */
export interface Section {
  title: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** Instead of rows. */
  empty?: string
  /** Below the rows of the PDF. */
  note?: string
}

/** A pack in words, for PDF and CSV alike. */
export interface Sheet {
  title: string
  subtitle: string
  /** Without names that people gave: the library writes it into XML as it is. */
  fileTitle: string
  /** What the paper comes to, before everything else; null: nothing was agreed. */
  summary: {
    label: string
    value: Cell
    /** Tax, and the sum with it, where one was agreed. */
    taxed: readonly (readonly [label: string, value: Cell])[]
    lines: readonly string[]
  } | null
  sections: readonly Section[]
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
  const { zone } = pack
  const issued: Section['rows'] = [
    [words.client, pack.client ?? words.noClient],
    [words.issuer, pack.supervisor.name],
    [words.issuedAt, { at: issuedAt.toISOString(), zone, long: true }],
    [words.version, pack.version],
    [words.zone, zone],
  ]
  const body = pack.kind === 'operation' ? operation(pack, words) : month(pack, words)
  return {
    ...body,
    sections: [{ title: words.facts, columns: FACTS, rows: [...body.facts, ...issued] }, ...body.sections],
    proof: [...body.proof, [words.hash, hash], [words.verify, verifyUrl]],
  }
}

type Body = Omit<Sheet, 'proof'> & { facts: Section['rows']; proof: [string, string][] }

function operation(pack: OperationPack, words: EvidenceWords): Body {
  const { zone } = pack
  const place = pack.place
    ? [pack.place.name, pack.place.facilityCode].filter((part) => part !== null).join(' · ')
    : words.noPlace
  return {
    title: words.title,
    subtitle: `${pack.containerNumber}${pack.cancelled ? ` · ${words.cancelled}` : ''}`,
    fileTitle: `${words.title} ${pack.containerNumber}`,
    summary: summaryOf(pack, words),
    facts: [
      [words.container, pack.containerNumber],
      [words.operationType, words.type(pack.operationType)],
      [words.driver, pack.driver],
      [words.place, place],
    ],
    sections: [
      ...(pack.charge ? [sum(pack.charge, words)] : []),
      agreement(pack.agreement, words),
      {
        title: words.steps,
        columns: [
          { label: words.step, width: 0.16 },
          { label: words.occurred, width: 0.18 },
          { label: words.recorded, width: 0.18 },
          { label: words.grade, width: 0.26 },
          { label: words.note, width: 0.22 },
        ],
        rows: pack.steps.map((step) => [
          words.event(step.eventType),
          { at: step.occurredAt, zone },
          { at: step.recordedAt, zone },
          positionText(step, words),
          noteOf(step, words, (at) => shown({ at, zone }, words)),
        ]),
        note: words.secondsInCsv(zone),
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
      {
        title: words.corrections,
        columns: [
          { label: words.correctionKind, width: 0.19 },
          { label: words.before, width: 0.18 },
          { label: words.after, width: 0.18 },
          { label: words.by, width: 0.23 },
          { label: words.reason, width: 0.22 },
        ],
        rows: pack.corrections.map((correction) => correctionRow(correction, words, zone)),
        empty: words.noCorrections,
      },
    ],
    proof: [[words.chain(pack.chain.records), pack.chain.head]],
  }
}

/** From the step at which counting begins to the exit, and what it comes to. */
function summaryOf(
  { charge, taxCentavos, agreement: agreed, steps, zone }: OperationPack,
  words: EvidenceWords,
) {
  if (charge === null) return null
  const { long } = writtenTimes(words.locale, zone)
  const at = (type: EventType): string | undefined =>
    steps.findLast(({ eventType, retracted }) => eventType === type && !retracted)?.occurredAt
  const from = at(agreed?.terms.basis === 'terminal' ? PARK_ACCESS : PARK_ARRIVAL)
  const to = at(PARK_EXIT)
  return {
    label: words.total,
    value: amountOf(charge, words),
    taxed: taxedOf(charge.centavos, taxCentavos, words),
    lines: [
      ...(from && to ? [words.visitFrom(long(Date.parse(from)), long(Date.parse(to)))] : []),
      ...(agreed ? [words.sumOf(agreed.terms.freeMinutes, charge)] : []),
    ],
  }
}

function month(pack: MonthPack, words: EvidenceWords): Body {
  const { zone } = pack
  const agreements = new Map<string, Section>()
  for (const { agreement: agreed } of pack.visits) {
    const section = agreement(agreed, words)
    agreements.set(JSON.stringify(section.rows), section)
  }
  const named = writtenMonth(pack.month, words.locale)
  return {
    title: words.monthTitle,
    subtitle: `${pack.client ?? words.noClient} · ${named}`,
    fileTitle: `${words.monthTitle}: ${named}`,
    summary: {
      label: words.total,
      value: { centavos: pack.centavos },
      taxed: taxedOf(pack.centavos, pack.taxCentavos, words),
      lines: [
        words.sumOfMonth(
          pack.visits.length,
          pack.visits.filter(({ charge }) => (charge?.chargeableMinutes ?? 0) > 0).length,
        ),
      ],
    },
    facts: [
      [words.month, named],
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
          { label: words.container, width: 0.15 },
          { label: words.arrival, width: 0.165 },
          { label: words.exit, width: 0.165 },
          { label: words.counted, width: 0.12, right: true, unit: 'min' },
          { label: words.chargeable, width: 0.12, right: true, unit: 'min' },
          { label: words.amount, width: 0.13, right: true, unit: words.pesos },
          { label: words.correctionsCount, width: 0.06, right: true },
          { label: words.chainHead, width: 0.09 },
        ],
        rows: pack.visits.map(({ charge, exitAt, ...visit }) => [
          visit.containerNumber,
          { at: visit.arrivedAt, zone },
          exitAt && { at: exitAt, zone },
          charge && { minutes: charge.countedMinutes },
          charge && { minutes: charge.chargeableMinutes },
          charge && amountOf(charge, words),
          visit.corrections,
          { hash: visit.chain.head },
        ]),
        empty: words.noVisits,
        note: words.secondsInCsv(zone),
      },
    ],
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
      [words.free, formatMinutes(terms.freeMinutes)],
      [words.block, formatMinutes(terms.blockMinutes)],
      ...(rates.length === 0 ? [] : [[words.rate, rates.join('; ')]]),
      ...(pauses.length === 0 ? [] : [[words.pauses, pauses.join(', ')]]),
    ],
  }
}

function sum(charge: Charge, words: EvidenceWords): Section {
  return {
    title: words.sum,
    columns: [
      { label: words.concept, width: 0.6 },
      { label: words.time, width: 0.2, right: true, unit: 'min' },
      { label: words.amount, width: 0.2, right: true, unit: words.pesos },
    ],
    rows: [
      [words.counted, { minutes: charge.countedMinutes }, null],
      ...(charge.endedAfterDays === undefined ? [] : [[words.endedAfter(charge.endedAfterDays), null, null]]),
      [words.chargeable, { minutes: charge.chargeableMinutes }, null],
      [words.billed, { minutes: charge.billedMinutes }, null],
      ...charge.steps.map(({ minutes, centavosPerHour, centavos }) => [
        words.perHour(pesos(centavosPerHour)),
        { minutes },
        { centavos },
      ]),
    ],
  }
}

const taxedOf = (centavos: number | null, tax: number | undefined, words: EvidenceWords): [string, Cell][] =>
  centavos === null || tax === undefined
    ? []
    : [
        [words.tax, { centavos: tax }],
        [words.totalTaxed, { centavos: centavos + tax }],
      ]

const amountOf = ({ centavos }: Charge, words: EvidenceWords): Cell =>
  centavos === null ? words.noRate : { centavos }
