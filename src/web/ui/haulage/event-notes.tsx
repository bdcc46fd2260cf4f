import { History, MapPinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMetres } from '#domain/geo/position'
import type { PositionGrade } from '#domain/geo/position-grade'
import { formatDuration, formatDurationMinutes } from '#domain/time/duration'
import { lateSeconds } from '#domain/time/two-clocks'
import { formatExact } from '../../lib/time/date-time.ts'
import { eventLogText as text } from '../../text/event-log.ts'
import classes from './event-notes.module.css'

function Note({ icon, words, title }: { icon: ReactNode; words: string; title: string }) {
  return (
    <span className={classes.note} title={title}>
      {icon}
      <span className={classes.words}>{words}</span>
    </span>
  )
}

/** 'registrado 50 min después' for an event that reached the server late, else nothing. Both times in ISO 8601. */
export function LateNote({
  happenedAt,
  recordedAt,
}: {
  happenedAt: string
  recordedAt: string | null | undefined
}) {
  if (!recordedAt) return null
  const late = lateSeconds(Date.parse(happenedAt), Date.parse(recordedAt))
  if (late === null) return null
  const after = formatDurationMinutes(late)
  return (
    <Note
      icon={<History size={14} aria-hidden="true" />}
      words={text.recordedLate(after)}
      title={text.bothTimes(formatExact(happenedAt), formatExact(recordedAt))}
    />
  )
}

/** As in an event or an operation. */
export interface GradedPosition {
  positionGrade?: PositionGrade | null | undefined
  accuracy?: number | null | undefined
  fixAgeSeconds?: number | null | undefined
}

/** 'Posición aproximada' for a position that is old or inexact; nothing for a good one or none. */
export function PoorPositionNote({ positionGrade, accuracy, fixAgeSeconds }: GradedPosition) {
  if (positionGrade !== 'poor') return null
  const title = [
    accuracy == null ? null : text.accuracy(formatMetres(accuracy)),
    fixAgeSeconds == null ? null : text.fixAge(formatDuration(fixAgeSeconds)),
  ]
  return (
    <Note
      icon={<MapPinOff size={14} aria-hidden="true" />}
      words={text.poorPosition}
      title={title.filter((part) => part !== null).join(' ')}
    />
  )
}
