import type { Queryable } from '../../db/connect.ts'
import { chainHash, chainRoot } from '../chain.ts'
import { lockUnsealed, writeChains } from './queries.ts'

const BATCH = 500

/**
 * Gives operations of before there were chains, or of an older backup, theirs. As the owner, before the product serves;
 * several processes share the work. Returns how many were sealed; `onProgress` gets the number after each batch.
 */
export async function sealRecord(
  db: Queryable,
  onProgress: (sealed: number) => void = () => {},
): Promise<number> {
  let sealed = 0
  for (;;) {
    const found = await db.transaction(async (tx) => {
      const unsealed = await lockUnsealed(tx, BATCH)
      const hashes: { eventRow: number; hash: Buffer }[] = []
      const heads: { operationRow: number; head: Buffer }[] = []
      for (const { operation, events } of unsealed) {
        let head = chainRoot(operation.operationKey)
        for (const event of events) {
          head = chainHash(head, event)
          hashes.push({ eventRow: event.id, hash: head })
        }
        heads.push({ operationRow: operation.id, head })
      }
      await writeChains(tx, hashes, heads)
      return heads.length
    })
    sealed += found
    if (found === 0) return sealed
    onProgress(sealed)
  }
}
