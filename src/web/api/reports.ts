import { queryOptions } from '@tanstack/react-query'
import type { ReportResponse, SaveReportRequest } from '#contract/http/reports'
import { request } from '../lib/http.ts'
import { respond } from '../lib/respond.ts'
import { getQuery } from './get-query.ts'

const PATH = '/api/reports'
const STALE_MS = 10_000

export const reportsQuery = queryOptions({ ...getQuery<ReportResponse[]>(PATH), staleTime: STALE_MS })

export const saveReport = (report: SaveReportRequest): Promise<ReportResponse> =>
  request('POST', PATH, report)

export const deleteReport = (id: number): Promise<null> => request('DELETE', `${PATH}/${id}`)

/** The report as a CSV file. @throws HttpError, NetworkError */
export const exportReport = (report: SaveReportRequest): Promise<Response> =>
  respond(`${PATH}/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  })
