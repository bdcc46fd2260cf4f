import { PencilLine } from 'lucide-react'
import type { CorrectionKind } from '#domain/operation/correct'
import { newestCorrection } from '#domain/operation/newest-correction'
import type { EventType } from '#domain/operation/steps'
import { formatBeside, formatTime } from '../../lib/time/date-time.ts'
import { correctionsText as text } from '../../text/desk.ts'
import { eventLabel } from '../../text/labels.ts'
import { Note } from './event-notes.tsx'

interface CorrectedEvent {
  position?: number | null | undefined
  timestamp: string
  eventType: EventType
  /** What was reported; absent: what counts. */
  firstTimestamp?: string | null | undefined
  firstEventType?: EventType | null | undefined
  /** Of a cancelled operation. */
  cancelled?: boolean | null | undefined
}

interface Correction {
  kind: CorrectionKind
  eventPosition: number | null
  authorName: string
  reason: string | null
}

/** Whether a row shows something else than what was reported. */
export const isCorrected = ({ cancelled, firstTimestamp, firstEventType }: CorrectedEvent): boolean =>
  Boolean(cancelled || firstTimestamp || firstEventType)

/**
 * '10:20, corregido a 09:50 por marta: lo dice la caseta', on one line. `corrections` of the operation, newest first;
 * without author and reason until they are loaded.
 */
export function CorrectionNote({
  row: { position = null, cancelled, timestamp, firstTimestamp, eventType, firstEventType },
  corrections = [],
}: {
  row: CorrectedEvent
  corrections: readonly Correction[] | undefined
}) {
  const by = (kind: CorrectionKind, of: number | null): string => {
    const correction = newestCorrection(corrections, kind, of)
    return correction ? text.by(correction.authorName, correction.reason) : ''
  }
  const parts = [
    cancelled ? text.cancelledBy(by('cancellation', null)) : null,
    firstTimestamp
      ? text.corrected(formatBeside(firstTimestamp, timestamp), formatTime(timestamp), by('time', position))
      : null,
    firstEventType
      ? text.corrected(eventLabel(firstEventType), eventLabel(eventType), by('stop_kind', position))
      : null,
  ]
  const words = parts.filter((part) => part !== null).join('. ')
  return <Note icon={<PencilLine size={14} />} words={words} title={words} />
}
