import type { Database } from '../../db/connect.ts'
import { isUnanswered } from '../../db/errors.ts'
import { keptConnection } from '../../db/kept-connection.ts'
import { BATCH_QUEUE_MS } from '../../db/time-limits.ts'
import { type NewOperation, tenantOf } from '../rows.ts'
import { createGroupCommit } from './group-commit.ts'
import {
  type EventWrite,
  eventWriteType,
  moveOperation,
  moveOperations,
  openOperation,
  type Written,
} from './statements.ts'

/** Chosen by measurement: docs/decisions/0023-group-commit.md. */
const BATCH = 64
const BESIDE = 16

/** Writes events durably, many in one commit. */
export interface EventWriter {
  /** The first event of an operation. Null: the operator has been deleted. Throws unique violations. */
  open(write: EventWrite<NewOperation>): Promise<(Written & { operationId: number }) | null>
  /** Another event. Null: the operation has moved since it was read, or the event is known. */
  move(write: EventWrite): Promise<Written | null>
  /** Gives its connection back. */
  close(): void
}

/**
 * A start, and an event whose rows are locked or whose batch has failed, is written alone, through the queue of its
 * supervisor: a row that somebody holds delays the drivers of that supervisor and nobody else.
 */
export async function createEventWriter(
  { pool, queue }: Pick<Database, 'pool' | 'queue'>,
  onFailure: (error: unknown) => void,
): Promise<EventWriter> {
  const type = await eventWriteType(pool)
  const kept = keptConnection(pool)
  const supervisorOf = ({ event }: EventWrite<NewOperation>) => tenantOf(event)
  const group = createGroupCommit<EventWrite, Written>({
    supervisorOf,
    rowOf: ({ operation }) => operation.operationKey,
    together: (writes) => moveOperations(kept, type, writes),
    alone: (write) => queue.run(supervisorOf(write), () => moveOperation(pool, write)),
    retriesAlone(error) {
      onFailure(error)
      // Alone they would wait as long once more, and their phones give up; they retry anyway.
      return !isUnanswered(error)
    },
    limits: { batch: BATCH, beside: BESIDE, timeoutMs: BATCH_QUEUE_MS },
  })
  return {
    open: (write) => queue.run(supervisorOf(write), () => openOperation(pool, write)),
    move: group.run,
    close: kept.close,
  }
}
