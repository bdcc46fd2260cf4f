import {
  type Corrected,
  type CorrectionCommand,
  type CorrectionRefusal,
  correct,
} from '#domain/operation/correct'
import { type RetractionRefusal, retractionRefusal } from '#domain/operation/retraction'
import { isStep, PARK_ARRIVAL } from '#domain/operation/steps'
import { randomUUID } from '../../../../adapters/ids.ts'
import type { Queryable } from '../../../../db/connect.ts'
import { brokenUnique } from '../../../../db/errors.ts'
import type { AppDeps } from '../../../../deps.ts'
import type { Caller } from '../../../../identity/caller.ts'
import type { SupervisorScope } from '../../../../identity/supervisor-scope.ts'
import {
  findCorrection,
  insertCorrection,
  lockOperation,
  type Owner,
  updateOperation,
} from '../../../../record/correct.ts'
import { listEvents } from '../../../../record/read/events.ts'
import { findOperationOf } from '../../../../record/read/operations.ts'
import { knownOfDriver } from '../../../../record/retraction.ts'
import { type CorrectionRow, type EventRow, type OperationRow, tenantOf } from '../../../../record/rows.ts'
import { positionOf, stateColumns } from '../../../../record/write/new-event.ts'
import { lockTenant } from '../../../people/accounts/limits.ts'

type CorrectionDeps = Pick<AppDeps, 'database' | 'clock' | 'bus'>

export interface CorrectionInput {
  operationKey: string
  correctionId?: string | undefined
  command: CorrectionCommand
  /** Null: a driver's retraction. */
  reason: string | null
  /** When the driver pressed, as the phone says, epoch milliseconds; null: a supervisor's, or nobody says. */
  claimedAt: number | null
}

export type CorrectionOutcome =
  | { kind: 'corrected' | 'replayed'; correction: CorrectionRow; operation: OperationRow }
  | { kind: 'unknown_operation' }
  | { kind: 'refused'; refusal: CorrectionRefusal; operation: OperationRow }
  | { kind: 'not_retractable'; why: RetractionRefusal; operation: OperationRow }
  /** The driver, or the container, is in another operation meanwhile. */
  | { kind: 'busy_operator' | 'busy_container' }
  /** The id is that of the author's correction of another operation. */
  | { kind: 'id_taken' }

/** A driver who takes back the start has nothing left to go on with: the operation is cancelled, within the same bounds. */
const ofDriver = (command: CorrectionCommand, rows: readonly EventRow[]): CorrectionCommand =>
  command.kind === 'retraction' && rows.length === 1 && rows[0]?.position === command.position
    ? { kind: 'cancellation' }
    : command

/** No pack of the operation is issued until the transaction ends. Before the operation's own lock, as an issue does. */
async function holdPacks(tx: Queryable, operatorId: number, operationKey: string): Promise<void> {
  const operation = await findOperationOf(tx, operatorId, operationKey)
  if (operation && operation.supervisorId !== null) await lockTenant(tx, operation.supervisorId)
}

/** Corrects an operation of the author: a supervisor, or the operator alone. Published after the commit. */
export async function correctOperation(
  deps: CorrectionDeps,
  author: Pick<Caller, 'id' | 'username' | 'role'>,
  scope: SupervisorScope | null,
  input: CorrectionInput,
): Promise<CorrectionOutcome> {
  const owner: Owner = scope ? { scope } : { operatorId: author.id }
  const correctionId = input.correctionId ?? randomUUID()
  try {
    const outcome = await deps.database.orm.transaction(async (tx): Promise<CorrectionOutcome> => {
      if (!scope) await holdPacks(tx, author.id, input.operationKey)
      const stored = await lockOperation(tx, owner, input.operationKey)
      if (!stored) return { kind: 'unknown_operation' }
      const { chainHead, ...operation } = stored
      const known = await findCorrection(tx, author.id, correctionId)
      if (known && known.operationKey !== operation.operationKey) return { kind: 'id_taken' }
      if (known) return { kind: 'replayed', correction: known, operation }
      if (!chainHead) throw new Error(`operation ${operation.id} has no chain`)

      const now = deps.clock.now()
      const rows = (await listEvents(tx, operation)).toReversed()
      const command = scope ? input.command : ofDriver(input.command, rows)
      const decision = correct(
        {
          events: rows.map((row) => ({
            position: row.position,
            type: row.eventType,
            operationType: row.operationType,
            occurredAt: row.timestamp.getTime(),
          })),
          containerNumber: operation.containerNumber,
          version: operation.version,
          isCancelled: operation.cancelledAt !== null,
        },
        command,
        now,
      )
      if (!decision.ok) return { kind: 'refused', refusal: decision.refusal, operation }
      const { claimedAt } = input
      // The decision above has refused what is not the newest that counts.
      const press = rows.at(-1)
      const why =
        press &&
        !scope &&
        retractionRefusal({
          now,
          pressRecordedAt: press.recordedAt.getTime(),
          claimedAt,
          ...(await knownOfDriver(tx, operation)),
        })
      if (why) return { kind: 'not_retractable', why, operation }
      const correction = await insertCorrection(tx, tenantOf(operation), chainHead, {
        correctionId,
        supervisorId: operation.supervisorId,
        operationKey: operation.operationKey,
        position: decision.state.version,
        kind: command.kind,
        eventPosition: 'position' in command ? command.position : null,
        before: textOf(decision.before),
        after: textOf(decision.after),
        authorId: author.id,
        authorName: author.username,
        authorRole: author.role,
        reason: input.reason,
        recordedAt: new Date(now),
        reportedAt: claimedAt === null ? null : new Date(claimedAt),
      })
      const moved = await updateOperation(tx, operation.operationKey, columnsAfter(decision, rows, operation))
      return { kind: 'corrected', correction, operation: moved }
    })
    if (outcome.kind === 'corrected') publish(deps, outcome)
    return outcome
  } catch (error) {
    switch (brokenUnique(error)) {
      case 'containers_one_active_per_operator':
        return { kind: 'busy_operator' }
      case 'containers_one_active_per_number':
        return { kind: 'busy_container' }
      // Inserted meanwhile: for this operation its lock would have shown it.
      case 'corrections_once':
        return { kind: 'id_taken' }
      default:
        throw error
    }
  }
}

const textOf = (value: Corrected['before']): string | null =>
  typeof value === 'number' ? new Date(value).toISOString() : value

/** What of the operation's row follows from the events that count now. */
function columnsAfter({ events, state }: Corrected, rows: readonly EventRow[], { placeGiven }: OperationRow) {
  const counting = new Set(events.map(({ position }) => position))
  const left = rows.filter(({ position }) => counting.has(position))
  const step = left.findLast(({ eventType }) => isStep(eventType))
  const hasArrived = left.some(({ eventType }) => eventType === PARK_ARRIVAL)
  const placed = left.findLast(({ lat }) => lat !== null)
  // The database moves the start's time itself: no event but the first decides it.
  const { startedAt: _, ...columns } = stateColumns(state)
  return {
    ...columns,
    ...(placed ? positionOf(placed) : NO_POSITION),
    // What an arrival found goes with it.
    ...(hasArrived || placeGiven ? {} : { placeId: null }),
    newestPosition: left.at(-1)?.position ?? 1,
    newestStepRecordedAt: step?.recordedAt ?? null,
  }
}

const NO_POSITION = { lat: null, lng: null, location: null, accuracy: null, fixAgeSeconds: null }

function publish(
  deps: CorrectionDeps,
  { correction, operation }: { correction: CorrectionRow; operation: OperationRow },
): void {
  deps.bus.publish({ kind: 'corrected', correction, operation })
}
