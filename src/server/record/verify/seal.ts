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
  batch = BATCH,
): Promise<number> {
  let sealed = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const from = after
    const found = await db.transaction(async (tx) => {
      const { unsealed, last } = await lockUnsealed(tx, from, batch)
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
      return { count: heads.length, last }
    })
    after = found.last
    sealed += found.count
    if (found.count > 0) onProgress(sealed)
  }
  return sealed
}
