import { z } from 'zod'
import { kpisResponse, month } from './kpis.ts'
import { instant } from './operations.ts'

const named = z.object({ name: z.string().max(100), value: z.number() })

/** The figures as a client shows them; texts where the spec has texts. */
export const reportData = z.object({
  averageTripDuration: z.string().max(40),
  deadTimePercentage: z.string().max(40),
  totalDistance: z.string().max(40),
  productiveTimeRatio: z.string().max(40),
  /** Minutes as strings with one decimal. */
  parkTimings: z.object({
    accessTime: z.string().max(20),
    parkingTime: z.string().max(20),
    loadUnloadTime: z.string().max(20),
    exitTime: z.string().max(20),
    totalTime: z.string().max(20),
  }),
  eventTypes: z.array(named).max(50),
  operationStatuses: z.array(named).max(50),
})
export type ReportData = z.infer<typeof reportData>

export const saveReportRequest = z.object({
  month,
  /** null: all operators. */
  operatorId: z.number().int().positive().nullable().default(null),
  reportData: reportData.optional(),
  timestamp: instant.optional(),
})
export type SaveReportRequest = z.input<typeof saveReportRequest>

export const exportReportRequest = saveReportRequest.omit({ timestamp: true })

export const reportResponse = z.object({
  id: z.number().int(),
  month,
  operatorId: z.number().int().nullable(),
  operatorName: z.string().nullable(),
  timestamp: z.string(),
  /** As sent, or the server's own when it was left out. */
  reportData,
  /** The server's own figures at the time of saving. */
  figures: kpisResponse,
})
export type ReportResponse = z.infer<typeof reportResponse>

export const reportsResponse = z.array(reportResponse)
