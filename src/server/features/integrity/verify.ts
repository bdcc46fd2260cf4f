import { type Database, inLongTransaction, SNAPSHOT } from '../../db/connect.ts'
import { judgeOperation, type OperationFault } from './judge.ts'
import { findSeqFault, operationsAfter, type SeqFault } from './queries.ts'

const BATCH = 500

export type RecordFault = OperationFault | ({ kind: 'seq' } & SeqFault)

export interface Verification {
  operations: number
  events: number
  corrections: number
  /** The first that is not what its events say; null: all are. */
  fault: RecordFault | null
  /** False: the time was over before the last operation. */
  complete: boolean
}

/**
 * Whether every chain, number, position, duration and operation is what the events say, in one snapshot of the whole
 * record. Stops at the first fault, or at `deadline` (monotonic milliseconds).
 */
export async function verifyRecord(
  database: Pick<Database, 'pool'>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<Verification> {
  return inLongTransaction(
    database,
    async (tx) => {
      const done = { operations: 0, events: 0, corrections: 0 }
      const seq = await findSeqFault(tx)
      if (seq) return { ...done, fault: { kind: 'seq', ...seq }, complete: false }
      for (let after = 0; ; ) {
        if (performance.now() > deadline) return { ...done, fault: null, complete: false }
        const batch = await operationsAfter(tx, after, BATCH)
        for (const recorded of batch) {
          const fault = judgeOperation(recorded)
          if (fault) return { ...done, fault, complete: false }
          done.operations += 1
          done.events += recorded.events.length
          done.corrections += recorded.corrections.length
        }
        const last = batch.at(-1)
        if (!last) return { ...done, fault: null, complete: true }
        after = last.operation.id
      }
    },
    SNAPSHOT,
  )
}
