import type { EventType, OperationType, StepType } from '../operation/steps.ts'
import { ENOUGH_SAMPLES, type Lengths } from './lengths.ts'
import { type Interval, partOfDay, type Usual, type UsualRow, usualIn } from './usual.ts'

/** An operation, as far as can be learned from it. */
export interface Trip {
  operationType: OperationType
  placeId: number | null
  /** The town it set out from; null: no position. */
  origin: string | null
  /** Those that count, oldest first, at their effective times in epoch milliseconds. */
  events: readonly { type: EventType; at: number }[]
}

/** From which event to which step, and what is known of the trip at the first. */
export interface Question extends Interval {
  /** Null: to the next event, whichever it is. */
  to: StepType | null
  /** Null: not known, or not asked. */
  origin: string | null
}

const spanOf = ({ operationType, eventType, to }: Question): string => `${operationType}|${eventType}|${to}`

/**
 * The keys of the groups that answer `question`, the most telling first: what two trips have to share. What is not known tells
 * nothing. Written out, because a month has a million of these keys.
 */
export function groupsOf(question: Question): readonly string[] {
  const span = spanOf(question)
  const part = `|part=${partOfDay(question.at)}`
  const place = question.placeId === null ? null : `|place=${question.placeId}`
  const origin = question.origin === null ? null : `|origin=${question.origin}`
  if (place !== null && origin !== null)
    return [
      span + place + origin + part,
      span + place + origin,
      span + place + part,
      span + origin + part,
      span + place,
      span + origin,
      span + part,
      span,
    ]
  const known = place ?? origin
  return known === null ? [span + part, span] : [span + known + part, span + known, span + part, span]
}

/** The whole seconds between two instants, epoch milliseconds. */
const secondsBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 1000))

/** Each time that a trip went from one event to the other, with the question that it answers. */
export function spansOf(
  { operationType, placeId, origin, events }: Trip,
  eventType: EventType,
  to: StepType | null,
): { question: Question; seconds: number }[] {
  return events.flatMap(({ type, at }, index) => {
    if (type !== eventType) return []
    const end = to === null ? events[index + 1] : events.find((later) => later.type === to)
    if (!end) return []
    const question = { operationType, eventType, to, placeId, origin, at }
    return [{ question, seconds: secondsBetween(at, end.at) }]
  })
}

/**
 * Answers with the lengths of the most telling group that has enough of them; null: no group has. Yields where it may rest.
 */
export type Sample = (question: Question) => Generator<void, Lengths | null>

/** The sample of `trips`. The groups of a span are made when it is first asked for, which takes a while. */
export function sampleOf(trips: readonly Trip[]): Sample {
  const made = new Map<string, Map<string, number[]>>()
  return function* (question) {
    const { operationType, eventType, to } = question
    const span = spanOf(question)
    const known = made.get(span)
    if (known) return enough(known, question)
    const groups = new Map<string, number[]>()
    for (const trip of trips) {
      if (trip.operationType !== operationType) continue
      for (const { question: answered, seconds } of spansOf(trip, eventType, to)) {
        for (const key of groupsOf(answered)) {
          const lengths = groups.get(key)
          if (lengths) lengths.push(seconds)
          else groups.set(key, [seconds])
        }
      }
      yield
    }
    for (const lengths of groups.values()) {
      lengths.sort((a, b) => a - b)
      yield
    }
    made.set(span, groups)
    return enough(groups, question)
  }
}

/** The first group of `question` with enough samples. */
export function enough(groups: ReadonlyMap<string, Lengths>, question: Question): Lengths | null {
  for (const key of groupsOf(question)) {
    const lengths = groups.get(key)
    if (lengths && lengths.length >= ENOUGH_SAMPLES) return lengths
  }
  return null
}

type Group = Omit<UsualRow, 'samples' | keyof Usual>

/** What is usual of every interval: of each step, and of each narrower group with enough samples. Yields after each trip and group. */
export function* usualRows(trips: readonly Trip[]): Generator<void, UsualRow[]> {
  const groups = new Map<string, { row: Group; lengths: number[] }>()
  for (const { operationType, placeId, events } of trips) {
    for (const [index, { type: eventType, at }] of events.entries()) {
      const end = events[index + 1]
      if (!end) continue
      const part = partOfDay(at)
      const seconds = secondsBetween(at, end.at)
      for (const place of placeId === null ? [null] : [null, placeId]) {
        for (const partOfDay of [null, part]) {
          const key = `${operationType} ${eventType} ${place} ${partOfDay}`
          const group = groups.get(key)
          if (group) group.lengths.push(seconds)
          else {
            groups.set(key, {
              row: { operationType, eventType, placeId: place, partOfDay },
              lengths: [seconds],
            })
          }
        }
      }
    }
    yield
  }
  const rows: UsualRow[] = []
  for (const { row, lengths } of groups.values()) {
    const isOfStep = row.placeId === null && row.partOfDay === null
    if (!isOfStep && lengths.length < ENOUGH_SAMPLES) continue
    rows.push({ ...row, samples: lengths.length, ...usualIn(lengths.sort((a, b) => a - b)) })
    yield
  }
  return rows
}
