import { queryOptions } from '@tanstack/react-query'
import type { SaveReportRequest } from '#contract/http/desk/reports'
import { call, callForResponse, getQuery } from '../call.ts'

const STALE_MS = 10_000

export const reportsQuery = queryOptions({ ...getQuery('GET /api/reports'), staleTime: STALE_MS })

export const saveReport = (body: SaveReportRequest) => call('POST /api/reports', { body })

export const deleteReport = (id: number) => call('DELETE /api/reports/:id', { params: { id } })

/** The report as a CSV file. @throws HttpError, NetworkError */
export const exportReport = (body: SaveReportRequest) => callForResponse('POST /api/reports/export', { body })
