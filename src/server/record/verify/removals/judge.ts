import type { Tx } from '../../../db/connect.ts'
import { firstFault, type Verified } from '../../../db/first-fault.ts'
import { linked } from '../../chain.ts'
import { findReturned, findUnburied, type Tombstone, tombstonesAfter } from './queries.ts'

const BATCH = 500

export interface RemovalFault {
  /** Altered or missing in the chain; without its audit line; there again; an audit line without its tombstone. */
  kind: 'tombstone' | 'removal_untold' | 'removal_undone' | 'removal_unmarked'
  accountId: number
}

/** Whether every account that was removed left its tombstone and its audit line, and did not come back. */
export async function verifyTombstones(tx: Tx, deadline: number): Promise<Verified<RemovalFault>> {
  const fault = (kind: RemovalFault['kind'], accountId: number): RemovalFault => ({ kind, accountId })
  const returned = await findReturned(tx)
  if (returned !== null) return { fault: fault('removal_undone', returned), complete: false }
  const unburied = await findUnburied(tx)
  if (unburied !== null) return { fault: fault('removal_unmarked', unburied), complete: false }
  let before = { position: 0, hash: linked('tombstones') }
  return firstFault<Tombstone, RemovalFault>(
    (last) => tombstonesAfter(tx, last?.position ?? 0, BATCH),
    ({ position, accountId, content, hash, said, line }) => {
      const isNext = position === before.position + 1 && hash.equals(linked(before.hash, content))
      if (!isNext || said?.account !== accountId) return fault('tombstone', accountId)
      before = { position, hash }
      // Removed because of its age.
      if (line.prunedUntil >= said.line.position) return null
      const subjects = [accountId, said.remains.of ?? accountId]
      const tells = line.hash === said.line.hash && line.action?.endsWith('_deleted')
      return tells && subjects.includes(line.targetId ?? 0) ? null : fault('removal_untold', accountId)
    },
    deadline,
  )
}
