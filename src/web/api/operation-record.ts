import { queryOptions } from '@tanstack/react-query'
import { call, pathOf, translatedQuery } from './call.ts'
import { toEvents } from './operation.ts'

const STALE_MS = 10_000

const ofRecord = (operationKey: string) =>
  ({ params: { containerId: operationKey }, query: { include: 'retracted' } }) as const

export const operationRecordKey = (operationKey: string) =>
  [pathOf('GET /api/events/:containerId', ofRecord(operationKey))] as const

/** Whether a key is that of one operation's record. */
export const isOperationRecord = ([path]: readonly unknown[]): boolean =>
  String(path).startsWith(`${pathOf('GET /api/events')}/`)

/** The record of one operation as the server sends it, newest first: the driver's phone keeps it in this shape. */
export const fetchOperationRecord = (operationKey: string, signal: AbortSignal) =>
  call('GET /api/events/:containerId', { ...ofRecord(operationKey), signal })

/** The events of one operation, newest first, those that were retracted too. */
export const operationRecordQuery = (operationKey: string) =>
  queryOptions({
    ...translatedQuery('GET /api/events/:containerId', toEvents, ofRecord(operationKey)),
    staleTime: STALE_MS,
  })
