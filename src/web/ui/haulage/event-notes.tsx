import { ClockAlert, History, MapPinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMetres } from '#domain/geo/position'
import type { PositionGrade } from '#domain/geo/position-grade'
import { formatDuration, formatDurationMinutes } from '#domain/time/duration'
import { lateSeconds } from '#domain/time/two-clocks'
import { formatBeside, formatExact } from '../../lib/time/date-time.ts'
import { eventLogText as text } from '../../text/page.ts'
import classes from './event-notes.module.css'

/** A small line below a time, an event or a place. */
export function Note({ icon, words, title }: { icon: ReactNode; words: string; title: string }) {
  return (
    <span className={classes.note} title={title}>
      {icon}
      <span className={classes.words}>{words}</span>
    </span>
  )
}

/** The times of an event in ISO 8601. */
export interface EventTimes {
  happenedAt: string
  /** Absent until the server has recorded it. */
  recordedAt: string | null | undefined
  /** What the phone said, where it happened at another time. */
  reportedAt?: string | null | undefined
}

/**
 * 'hora ajustada, teléfono 10:20' for an event whose time was moved, else 'registrado 50 min después' for one that
 * reached the server late, else nothing. One note at most: rows have one height.
 */
export function TimeNote({ happenedAt, recordedAt, reportedAt }: EventTimes) {
  if (!recordedAt) return null
  if (reportedAt) {
    return (
      <Note
        icon={<ClockAlert size={14} />}
        words={text.adjusted(formatBeside(reportedAt, happenedAt))}
        title={text.adjustedTimes(formatExact(reportedAt), formatExact(happenedAt), formatExact(recordedAt))}
      />
    )
  }
  const late = lateSeconds(Date.parse(happenedAt), Date.parse(recordedAt))
  if (late === null) return null
  const after = formatDurationMinutes(late)
  return (
    <Note
      icon={<History size={14} />}
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
      icon={<MapPinOff size={14} />}
      words={text.poorPosition}
      title={title.filter((part) => part !== null).join(' ')}
    />
  )
}
