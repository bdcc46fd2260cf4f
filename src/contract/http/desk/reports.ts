import { z } from 'zod'
import { PARK_TIMINGS } from '#domain/kpi/park-timings'
import { id } from '../id.ts'
import { askedInstant } from '../operations.ts'
import { text } from '../text.ts'
import { month, savedKpis } from './kpis.ts'
import { turnTimesResponse } from './turn-times.ts'

/** The figures as a client shows them; texts where the spec has texts. */
const shownFigures = (shown: (max: number) => z.ZodString) => {
  const named = z.object({ name: shown(100), value: z.number() })
  const percentiles = z.object({ p50: shown(20), p90: shown(20) })
  return z.object({
    averageTripDuration: shown(40),
    deadTimePercentage: shown(40),
    totalDistance: shown(40),
    productiveTimeRatio: shown(40),
    /** How many corrections the figures rest on; absent: none. */
    corrections: z.number().int().min(0).optional(),
    /** Minutes as strings with one decimal; a timing that did not exist when the report was saved is absent. */
    parkTimings: z.partialRecord(z.enum(PARK_TIMINGS), shown(20)),
    /** Minutes as above; absent in reports of before. */
    parkPercentiles: z.partialRecord(z.enum(PARK_TIMINGS), percentiles).optional(),
    eventTypes: z.array(named).max(50),
    operationStatuses: z.array(named).max(50),
  })
}

/** Of a request: stored as JSON. */
export const givenFigures = shownFigures((max) => text().max(max))
export type GivenFigures = z.infer<typeof givenFigures>

/** As stored; a rule of today is none for what was saved before it. */
export const reportData = shownFigures(() => z.string()).extend({
  /** Visits by place and by client, always the server's own; absent in a report from before there were places. */
  turnTimes: turnTimesResponse.omit({ month: true }).optional(),
})
export type ReportData = z.infer<typeof reportData>

export const saveReportRequest = z.object({
  month,
  /** null: all operators. */
  operatorId: id.nullable().default(null),
  reportData: givenFigures.optional(),
  timestamp: askedInstant.optional(),
})
export type SaveReportRequest = z.input<typeof saveReportRequest>

export const exportReportRequest = saveReportRequest.omit({ timestamp: true })

export const reportResponse = z.object({
  id: z.number().int(),
  month,
  operatorId: z.number().int().nullable(),
  operatorName: z.string().nullable(),
  timestamp: z.string(),
  /** As sent, else the server's own. */
  reportData,
  /** The server's own figures at the time of saving. */
  figures: savedKpis,
  /** An operation of its month, and of its operator, was corrected after it was saved: the figures may be others today. */
  hasLaterCorrections: z.boolean().nullish(),
})
export type ReportResponse = z.infer<typeof reportResponse>

export const reportsResponse = z.array(reportResponse)
