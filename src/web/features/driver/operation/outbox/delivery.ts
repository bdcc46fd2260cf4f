import { isStep } from '#domain/operation/steps'
import type { Truth } from '#domain/outbox/delivery'
import { type Entry, isStart, type KnownOperation, type RefusalCode, type Undo } from '#domain/outbox/entry'
import type { SentTime } from '#domain/outbox/sending'
import { sendCorrection } from '../../../../api/desk/corrections.ts'
import { operationAt, recordEvent, startOperation } from '../../../../api/driver/driver-operations.ts'
import { type Operation, toOperation } from '../../../../api/operation.ts'
import { fetchUser } from '../../../../api/people/session.ts'
import { HttpError } from '../../../../lib/http.ts'
import type { Heard } from './sender.ts'

/** Of one delivery; the press itself waits for nothing. */
const OPTIONS = { timeoutMs: 12_000 }

export const knownOperation = ({
  operationKey,
  containerNumber,
  operationType,
  newestEventType,
  newestStepType,
  version,
  ...times
}: Operation): KnownOperation => ({
  key: operationKey,
  containerNumber,
  operationType,
  newestEventType,
  newestStepType: isStep(newestStepType) ? newestStepType : 'start_trip',
  newestStepAt: Date.parse(times.newestStepAt),
  startedAt: Date.parse(times.startedAt),
  newestEventAt: Date.parse(times.newestEventAt),
  version,
  isCancelled: times.cancelledAt != null,
})

const truthOf = (operation: Operation): Truth => ({
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

/** Place of the start among the records of an operation. */
const START = 1

/** Sends one entry, or the retraction of a delivered one. Never rejects. */
export async function sendEntry(entry: Entry, time: SentTime): Promise<Heard> {
  if (entry.status === 'delivered' && entry.undo) return sendUndo(entry, entry.undo, time)
  try {
    const press = reported(entry, time)
    if (isStart(entry)) {
      const operation = await startOperation(entry, press, OPTIONS)
      // A captive portal answers 200 with its own page: only the operation in the answer proves that it was recorded.
      const numbers = [operation?.containerNumber, operation?.firstContainerNumber]
      if (!operation || !numbers.includes(entry.containerNumber)) return SILENT
      return {
        kind: 'recorded',
        at: Date.parse(operation.startedAt),
        version: START,
        truth: truthOf(operation),
      }
    }
    const event = await recordEvent(entry.operationKey ?? '', entry, press, OPTIONS)
    if (event?.eventId !== entry.eventId) return SILENT
    // The answer was lost, and the supervisor has taken the event back since.
    if (event.retracted) return { kind: 'conflict', code: 'retracted', sentence: null, truth: null }
    return {
      kind: 'recorded',
      at: Date.parse(event.timestamp),
      version: event.position ?? null,
      truth: null,
    }
  } catch (error) {
    return error instanceof HttpError ? heardOf(entry, error) : SILENT
  }
}

async function sendUndo(
  { operationKey, position }: Entry,
  { correctionId, pressedAt, clockOffsetMs }: Undo,
  time: SentTime,
): Promise<Heard> {
  if (operationKey === null || position === null) return undoRefused(null, null)
  try {
    const answer = await sendCorrection(
      operationKey,
      {
        kind: 'retraction',
        correctionId,
        position,
        occurredAt: new Date(pressedAt).toISOString(),
        clockOffsetMs: clockOffsetMs ?? time.clockOffsetMs,
      },
      OPTIONS,
    )
    if (answer?.correction?.correctionId !== correctionId) return SILENT
    return { kind: 'retracted', truth: truthOf(toOperation(answer.operation)) }
  } catch (error) {
    if (!(error instanceof HttpError)) return SILENT
    const { status, code, sentence } = error
    if (status === 401) return { kind: 'signed_out' }
    if (code === null || ![...FINAL, 403, 404, 409, 422].includes(status)) return busy(error)
    return undoRefused(sentence, operationAt(error))
  }
}

const undoRefused = (sentence: string | null, operation: Operation | null): Heard => ({
  kind: 'undo_refused',
  sentence,
  truth: operation && truthOf(operation),
})

const SILENT: Heard = { kind: 'later', why: 'silent', retryAfterMs: null, sentence: null }

const busy = ({ retryAfterSeconds, said }: HttpError): Heard => ({
  kind: 'later',
  why: 'busy',
  retryAfterMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1000,
  sentence: said ?? '',
})

const CONFLICTS: Readonly<Record<string, RefusalCode>> = {
  active_operation: 'active_operation',
  container_busy: 'container_busy',
}

/** Statuses after which the same request can never succeed. */
const FINAL = [400, 405, 413, 414, 415]

async function heardOf(entry: Entry, error: HttpError): Promise<Heard> {
  const { status, code, sentence } = error
  // Without one of the product's own codes the answer comes from a proxy, and decides nothing.
  if (code === null) return status === 401 ? { kind: 'signed_out' } : busy(error)
  // Until the driver has chosen an own password, as without a session.
  if (status === 401 || code === 'own_password_required') return { kind: 'signed_out' }
  if (status === 403) return forbidden(entry, error)
  if (status === 404) return { kind: 'refused', code: 'unknown_operation', sentence }
  if (status === 409) {
    const operation = operationAt(error)
    return {
      kind: 'conflict',
      code: CONFLICTS[code] ?? 'not_next',
      sentence,
      truth: operation && truthOf(operation),
    }
  }
  if (FINAL.includes(status)) return { kind: 'refused', code: 'rejected', sentence }
  return busy(error)
}

/** Either another user is signed in, or this account lacks the right: asks the server which. */
async function forbidden({ userId }: Entry, error: HttpError): Promise<Heard> {
  // A misconfigured proxy in front of the product: says nothing about the press.
  if (error.code === 'foreign_origin') return busy(error)
  try {
    const user = await fetchUser(OPTIONS)
    if (user.id !== userId) return { kind: 'signed_out' }
    return { kind: 'refused', code: 'rejected', sentence: error.sentence }
  } catch (error) {
    return error instanceof HttpError && error.status === 401 ? { kind: 'signed_out' } : SILENT
  }
}
