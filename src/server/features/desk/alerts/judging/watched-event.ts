import { metresOutside, type WatchedEvent } from '#domain/alert/watched'
import type { EventGrade } from '../../../../live/bus/bus.ts'
import type { EventRow } from '../../../../record/rows.ts'

/** An event as the bus brings it. */
export const watchedEvent = (event: EventRow, grade: EventGrade | null): WatchedEvent => ({
  type: event.eventType,
  operationType: event.operationType,
  at: event.timestamp.getTime(),
  recordedAt: event.recordedAt.getTime(),
  clockOffsetMs: event.clockOffsetMs,
  outsideMetres: metresOutside(grade),
})
