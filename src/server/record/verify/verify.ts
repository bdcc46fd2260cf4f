import { type Database, inLongTransaction, SNAPSHOT, type Tx } from '../../db/connect.ts'
import { firstFault, type Verified } from '../../db/first-fault.ts'
import { judgeOperation, type OperationFault } from './judge.ts'
import { type PackFault, verifyPacks } from './packs/judge.ts'
import { findSeqFault, operationsAfter, type RecordedOperation, type SeqFault } from './queries.ts'
import { type RemovalFault, verifyTombstones } from './removals/judge.ts'

const BATCH = 500

type RecordFault = OperationFault | ({ kind: 'seq' } & SeqFault) | RemovalFault | PackFault

/** `fault`: the first that is not what its events say. The counts are those of operations found whole. */
export interface Verification extends Verified<RecordFault> {
  operations: number
  events: number
  corrections: number
}

/**
 * Whether every chain, number, position and operation is what the events say, what was removed left its tombstone,
 * and every evidence pack stands on the record, in one snapshot. Stops at the first fault, or at `deadline` (monotonic milliseconds).
 */
export const verifyRecord = (
  database: Pick<Database, 'pool'>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<Verification> => inLongTransaction(database, (tx) => verifyRecordIn(tx, deadline), SNAPSHOT)

/** The same of what `tx` sees. */
export async function verifyRecordIn(tx: Tx, deadline = Number.POSITIVE_INFINITY): Promise<Verification> {
  const done = { operations: 0, events: 0, corrections: 0 }
  const seq = await findSeqFault(tx)
  if (seq) return { ...done, fault: { kind: 'seq', ...seq }, complete: false }
  const verified = await firstFault(
    (last: RecordedOperation | null) => operationsAfter(tx, last?.operation.id ?? 0, BATCH),
    (recorded) => {
      const fault = judgeOperation(recorded)
      if (fault) return fault
      done.operations += 1
      done.events += recorded.events.length
      done.corrections += recorded.corrections.length
      return null
    },
    deadline,
  )
  if (!verified.complete) return { ...done, ...verified }
  const removals = await verifyTombstones(tx, deadline)
  return { ...done, ...(removals.complete ? await verifyPacks(tx, deadline) : removals) }
}
