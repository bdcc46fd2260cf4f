import type { UserResponse } from '#contract/http/accounts'
import type {
  EventResponse,
  OperationResponse,
  RecordEventRequest,
  StartOperationRequest,
  StartOperationResponse,
} from '#contract/http/operations'
import { isStep } from '#domain/operation/steps'
import type { SentTime, Truth } from '#domain/outbox/delivery'
import { type Entry, isStart, type KnownOperation, type RefusalCode } from '#domain/outbox/entry'
import { HttpError, request } from '../../../lib/http.ts'
import type { Heard } from './sender.ts'

/** An answer is waited for this long; the press itself waits for nothing. */
const TIMEOUT_MS = 12_000

/** Whether what an answer carries as `operation` is one. */
export function isOperation(value: unknown): value is OperationResponse {
  return (
    typeof value === 'object' &&
    value !== null &&
    'containerId' in value &&
    'currentEventType' in value &&
    'version' in value
  )
}

export function knownOperation(operation: OperationResponse): KnownOperation {
  const { lastCompletedEventType: step } = operation
  return {
    key: operation.containerId,
    containerNumber: operation.displayContainerId,
    operationType: operation.operationType,
    newestEventType: operation.currentEventType,
    newestStepType: isStep(step) ? step : 'start_trip',
    newestStepAt: Date.parse(operation.lastCompletedTime),
    startedAt: Date.parse(operation.startTime),
    newestEventAt: Date.parse(operation.lastUpdated),
    version: operation.version,
  }
}

const truthOf = (operation: OperationResponse): Truth => ({
  operation: knownOperation(operation),
  active: operation.isActive,
})

function reported({ eventId, userId, fix }: Entry, { occurredAt, clockOffsetMs }: SentTime) {
  return {
    // The server refuses it when the session is somebody else's by now.
    userId,
    eventId,
    occurredAt: new Date(occurredAt).toISOString(),
    clockOffsetMs,
    coordinates: fix?.coordinates ?? null,
    accuracy: fix?.accuracy ?? null,
    fixAgeSeconds: fix?.fixAgeSeconds ?? null,
  }
}

/** Sends one entry and says what came of it. Never rejects. */
export async function sendEntry(entry: Entry, time: SentTime): Promise<Heard> {
  try {
    if (isStart(entry)) {
      const body: StartOperationRequest = {
        containerId: entry.containerNumber,
        operationType: entry.operationType,
        ...reported(entry, time),
      }
      const operation = await post<StartOperationResponse>('/api/containers', body)
      // A captive portal's page comes with 200 as well: only the operation itself proves that it was recorded.
      if (!isOperation(operation) || operation.displayContainerId !== entry.containerNumber) return SILENT
      return { kind: 'recorded', at: Date.parse(operation.startTime), truth: truthOf(operation) }
    }
    const body: RecordEventRequest = {
      containerId: entry.operationKey ?? '',
      operationType: entry.operationType,
      eventType: entry.eventType,
      ...reported(entry, time),
    }
    const event = await post<EventResponse | null>('/api/events', body)
    if (event?.eventId !== entry.eventId) return SILENT
    return { kind: 'recorded', at: Date.parse(event.timestamp), truth: null }
  } catch (error) {
    return error instanceof HttpError ? heardOf(entry, error) : SILENT
  }
}

export async function measureClock(): Promise<void> {
  // Any answer says the time; this one is small, and needs neither session nor database.
  await request('GET', '/healthz', undefined, { timeoutMs: 8000 }).catch(() => undefined)
}

const post = <T>(path: string, body: object): Promise<T> =>
  request<T>('POST', path, body, { timeoutMs: TIMEOUT_MS })

const SILENT: Heard = { kind: 'later', why: 'silent', retryAfterMs: null, sentence: null }

const busy = ({ retryAfterSeconds, body }: HttpError): Heard => ({
  kind: 'later',
  why: 'busy',
  retryAfterMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1000,
  sentence: body.message || body.error || '',
})

const CONFLICTS: Readonly<Record<string, RefusalCode>> = {
  active_operation: 'active_operation',
  container_busy: 'container_busy',
}

/** Statuses after which the same request can never succeed. */
const FINAL = [400, 405, 413, 414, 415]

async function heardOf(entry: Entry, error: HttpError): Promise<Heard> {
  // Kept as the server wrote it, and put into whatever language it is read in by then.
  const { status, code, wire: sentence } = error
  // Without one of the product's own codes it is some proxy that speaks, and that decides nothing.
  if (code === null) return status === 401 ? { kind: 'signed_out' } : busy(error)
  if (status === 401) return { kind: 'signed_out' }
  if (status === 403) return forbidden(entry, error)
  if (status === 404) return { kind: 'refused', code: 'unknown_operation', sentence }
  if (status === 409) {
    const { operation } = error.body
    const truth = isOperation(operation) ? truthOf(operation) : null
    return { kind: 'conflict', code: CONFLICTS[code] ?? 'not_next', sentence, truth }
  }
  if (status === 422) return { kind: 'impossible_time', sentence }
  if (FINAL.includes(status)) return { kind: 'refused', code: 'rejected', sentence }
  return busy(error)
}

/** Somebody else is signed in, or this account may really not: the server is asked which. */
async function forbidden({ userId }: Entry, error: HttpError): Promise<Heard> {
  // A door in front of the product is set wrongly: nothing about the press.
  if (error.code === 'foreign_origin') return busy(error)
  try {
    const user = await request<UserResponse>('GET', '/api/user', undefined, { timeoutMs: TIMEOUT_MS })
    if (user.id !== userId) return { kind: 'signed_out' }
    return { kind: 'refused', code: 'rejected', sentence: error.wire }
  } catch (error) {
    return error instanceof HttpError && error.status === 401 ? { kind: 'signed_out' } : SILENT
  }
}
