import type { OperationType, StepType } from '../operation/steps.ts'
import { ENOUGH_SAMPLES } from '../operation/usual-time.ts'

/** When a step was reached: effective time in epoch milliseconds, and the local hour of it (0 to 23). */
interface Reached {
  at: number
  hour: number
}

/** An operation that has ended, as far as a forecast can learn from it. */
export interface Trip {
  operationType: OperationType
  placeId: number | null
  /** The town it set out from; null: no position. */
  origin: string | null
  reached: ReadonlyMap<StepType, Reached>
}

/** What a span is looked for with: from which step to which, and what is known of the trip at the first. */
export interface Question {
  operationType: OperationType
  from: StepType
  to: StepType
  placeId: number | null
  origin: string | null
  /** Local hour in which `from` was reached. */
  hour: number
}

/** Trips of the same part of the day are alike: traffic, shifts, queues. */
const HOURS_ALIKE = 4

type Trait = 'place' | 'origin' | 'hour'

/** What two trips have to share, the most telling first. */
const LEVELS: readonly (readonly Trait[])[] = [
  ['place', 'origin', 'hour'],
  ['place', 'origin'],
  ['place', 'hour'],
  ['origin', 'hour'],
  ['place'],
  ['origin'],
  ['hour'],
  [],
]

/** The keys of the groups of trips that answer `question`, the most telling first. What is not known tells nothing. */
export function groupsOf(question: Question): readonly string[] {
  const traits: Record<Trait, string | null> = {
    place: question.placeId === null ? null : String(question.placeId),
    origin: question.origin,
    hour: String(Math.floor(question.hour / HOURS_ALIKE)),
  }
  const span = [question.operationType, question.from, question.to]
  return LEVELS.filter((level) => level.every((trait) => traits[trait] !== null)).map((level) =>
    [...span, ...level.map((trait) => `${trait}=${traits[trait]}`)].join('|'),
  )
}

/** The trip between two of its steps; null: it did not reach both. */
export function spanOf(
  { reached, operationType, placeId, origin }: Trip,
  from: StepType,
  to: StepType,
): { question: Question; seconds: number } | null {
  const start = reached.get(from)
  const end = reached.get(to)
  if (!start || !end) return null
  const question = { operationType, from, to, placeId, origin, hour: start.hour }
  return { question, seconds: Math.max(0, Math.floor((end.at - start.at) / 1000)) }
}

/** The spans of one group in whole seconds, ascending. */
export type Spans = readonly number[]

/** Answers with the spans of the most telling group that has enough of them; null: no group has. */
export type SpanRecord = (question: Question) => Spans | null

/** A record over `trips`. The groups of a span are made when it is first asked for. */
export function recordOf(trips: readonly Trip[]): SpanRecord {
  const made = new Map<string, Map<string, number[]>>()
  return (question) => {
    const span = `${question.operationType} ${question.from} ${question.to}`
    const known = made.get(span)
    const groups = known ?? groupsOfSpan(trips, question)
    if (!known) made.set(span, groups)
    return enough(groups, question)
  }
}

/** The first group of `question` with enough spans. */
export function enough(groups: ReadonlyMap<string, Spans>, question: Question): Spans | null {
  for (const key of groupsOf(question)) {
    const spans = groups.get(key)
    if (spans && spans.length >= ENOUGH_SAMPLES) return spans
  }
  return null
}

function groupsOfSpan(trips: readonly Trip[], { operationType, from, to }: Question): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const trip of trips) {
    const span = trip.operationType === operationType ? spanOf(trip, from, to) : null
    if (!span) continue
    for (const key of groupsOf(span.question)) {
      const spans = groups.get(key)
      if (spans) spans.push(span.seconds)
      else groups.set(key, [span.seconds])
    }
  }
  for (const spans of groups.values()) spans.sort((a, b) => a - b)
  return groups
}
