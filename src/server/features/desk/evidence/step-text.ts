import type { EvidenceCorrection, EvidenceStep } from '#domain/evidence/content'
import { formatCoordinates, formatMetres } from '#domain/geo/position'
import { isEventType } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import { lateSeconds } from '#domain/time/two-clocks'
import type { EvidenceWords } from '../../../text/evidence/es.ts'
import { type Cell, shown } from './written-cell.ts'

/** Where the step was made, and what says so. */
export function positionText({ grade, position }: EvidenceStep, words: EvidenceWords): string {
  if (grade === null) return ''
  const where =
    grade.where === 'outside'
      ? words.outside(((grade.metres ?? 0) / 1000).toFixed(1))
      : grade.where === 'inside'
        ? words.inside
        : words.unknown
  const said = [where, grade.fix === 'poor' && words.poorFix, grade.suggested && words.suggested]
    .filter(Boolean)
    .join(', ')
  if (!position) return said
  const accuracy = position.accuracy === null ? '' : ` ± ${formatMetres(position.accuracy)}`
  return `${said}: ${formatCoordinates(position)}${accuracy}`
}

export function noteOf(step: EvidenceStep, words: EvidenceWords, time: (iso: string) => string): string {
  const late = lateSeconds(Date.parse(step.occurredAt), Date.parse(step.recordedAt))
  return [
    step.retracted && words.retracted,
    step.firstOccurredAt !== null && words.was(time(step.firstOccurredAt)),
    step.reportedAt !== null && words.phoneSaid(time(step.reportedAt)),
    late !== null && words.late(formatDurationMinutes(late)),
  ]
    .filter(Boolean)
    .join('; ')
}

export function correctionRow(
  { kind, eventType, before, after, author, reason, recordedAt, reportedAt }: EvidenceCorrection,
  words: EvidenceWords,
  zone: string,
): Cell[] {
  const time = (at: string): string => shown({ at, zone }, words)
  const value = (text: string | null): Cell => {
    if (text === null) return ''
    if (kind === 'time') return { at: text, zone }
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
