import type { OperationResponse, RecordEventRequest, StartOperationRequest } from '#contract/http/operations'
import {
  type HttpError,
  type RequestOptions,
  request,
  requestIfChanged,
  type Tagged,
} from '../../lib/http.ts'
import { call, pathOf } from '../call.ts'
import { type Operation, type OperationEvent, toEvent, toOperation } from '../operation.ts'

/** Key of the driver's active operation. */
export const activeOperationKey = [pathOf('GET /api/containers/active')] as const

/** An answer of `fetchActive`, to be sent back as the condition of the next call. */
export interface ActiveOperation extends Tagged<unknown> {
  /** Null: none. Undefined: the answer is not the product's, a captive portal's page for example. */
  operation: Operation | null | undefined
}

/** The driver's active operation; `held` again when it has not changed (304). @throws HttpError, NetworkError */
export async function fetchActive(
  held: ActiveOperation | null,
  signal: AbortSignal,
): Promise<ActiveOperation> {
  const answer = await requestIfChanged<unknown>(activeOperationKey[0], held, { signal })
  if (held !== null && answer === held) return held
  return { ...answer, operation: answer.body === null ? null : operationIn(answer.body) }
}

/** The operation in an answer; undefined where there is none, as in a captive portal's page with status 200. */
function operationIn(value: unknown): Operation | undefined {
  const isOperation =
    typeof value === 'object' &&
    value !== null &&
    'containerId' in value &&
    'currentEventType' in value &&
    'version' in value
  return isOperation ? toOperation(value as OperationResponse) : undefined
}

/** The operation as it stands on the server, which a conflict (409) brings along. */
export const operationAt = ({ body }: HttpError): Operation | null => operationIn(body.operation) ?? null

/** The press itself: who, when and where. */
type Reported = Omit<RecordEventRequest, 'containerId' | 'operationType' | 'eventType' | 'suggested'>

/** Undefined: the answer is not an operation. @throws HttpError, NetworkError */
export async function startOperation(
  {
    containerNumber,
    operationType,
    placeId,
  }: { containerNumber: string } & Pick<StartOperationRequest, 'operationType' | 'placeId'>,
  reported: Reported,
  options: RequestOptions,
): Promise<Operation | undefined> {
  const body: StartOperationRequest = {
    containerId: containerNumber,
    operationType,
    ...(placeId == null ? {} : { placeId }),
    ...reported,
  }
  return operationIn(await call('POST /api/containers', { body, ...options }))
}

/** Records the next event of an operation. Null: the answer is empty. @throws HttpError, NetworkError */
export async function recordEvent(
  operationKey: string,
  {
    operationType,
    eventType,
    suggested,
  }: Pick<RecordEventRequest, 'operationType' | 'eventType' | 'suggested'>,
  reported: Reported,
  options: RequestOptions,
): Promise<OperationEvent | null> {
  const body: RecordEventRequest = {
    containerId: operationKey,
    operationType,
    eventType,
    ...(suggested ? { suggested } : {}),
    ...reported,
  }
  const event = await call('POST /api/events', { body, ...options })
  return event && toEvent(event)
}

/** Asks for the server's time: every answer carries it, and this one needs neither session nor database. */
export async function measureClock(): Promise<void> {
  await request('GET', '/healthz', undefined, { timeoutMs: 8000, duringMaintenance: true }).catch(
    () => undefined,
  )
}
