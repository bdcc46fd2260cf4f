import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import type { CorrectionKind } from '#domain/operation/correct'
import { correctionsQuery, newestCorrection } from '../../../api/corrections.ts'
import type { OperationEvent } from '../../../api/operation.ts'
import { formatBeside, formatTime } from '../../../lib/time/date-time.ts'
import { correctionsText as text } from '../../../text/corrections.ts'
import { eventLabel } from '../../../text/labels.ts'
import { Note } from '../../../ui/haulage/event-notes.tsx'

/** Whether a row of the history shows something else than what was reported. */
export const isCorrected = ({ cancelled, firstTimestamp, firstEventType }: OperationEvent): boolean =>
  Boolean(cancelled || firstTimestamp || firstEventType)

/** '10:20, corregido a 09:50 por marta: lo dice la caseta', on one line; author and reason once they are loaded. */
export function CorrectionNote({ row }: { row: OperationEvent }) {
  const { operationKey, position, cancelled, timestamp, firstTimestamp, eventType, firstEventType } = row
  const { data = [] } = useQuery(correctionsQuery(operationKey))
  const by = (kind: CorrectionKind, of: number | null | undefined): string => {
    const correction = newestCorrection(data, kind, of ?? null)
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
  return <Note icon={<PencilLine size={14} aria-hidden="true" />} words={words} title={words} />
}
