import { type Database, inLongTransaction, SNAPSHOT, type Tx } from '../../../db/connect.ts'
import { firstFault, type Verified } from '../../../db/first-fault.ts'
import { chainRoot } from '../../../record/chain.ts'
import { chainHash } from './chain.ts'
import { type ChainedLine, chainedLines, chainHeads, type Head, unchainedAmong } from './queries.ts'

const BATCH = 1000

/** `line`: its id; null: the end of the chain is missing. */
interface AuditFault {
  chain: string
  line: number | null
}

/** `fault`: the first line that is not as it was written. */
export interface AuditVerification extends Verified<AuditFault> {
  chains: number
  lines: number
}

/**
 * Whether every line of the audit log is as it was written and none is missing, in one snapshot. Lines older than the chains
 * are not judged. Stops at the first fault, or at `deadline` (monotonic milliseconds).
 */
export const verifyAudit = (
  database: Pick<Database, 'pool'>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<AuditVerification> => inLongTransaction(database, (tx) => verifyAuditIn(tx, deadline), SNAPSHOT)

/** The same of what `tx` sees. */
export async function verifyAuditIn(tx: Tx, deadline = Number.POSITIVE_INFINITY): Promise<AuditVerification> {
  const heads = new Map((await chainHeads(tx)).map((head) => [head.chain, head]))
  const reached = new Map<string, { position: number; hash: Buffer }>()
  const found = { chains: heads.size, lines: 0 }
  const stray = await unchainedAmong(tx)
  if (stray !== null) return { ...found, fault: { chain: '', line: stray }, complete: false }
  const verified = await firstFault<ChainedLine, AuditFault>(
    (last) => chainedLines(tx, last ?? { chain: '', position: 0 }, BATCH),
    (line) => {
      const { chain, position } = line
      const head = heads.get(chain)
      const before = reached.get(chain) ?? (head && anchorOf(head))
      const hash = before && chainHash(before.hash, line)
      if (!before || position !== before.position + 1 || !hash?.equals(line.hash)) {
        return { chain, line: line.id }
      }
      reached.set(chain, { position, hash })
      found.lines += 1
      return null
    },
    deadline,
  )
  if (!verified.complete) return { ...found, ...verified }
  const cut = [...heads.values()].find((head) => {
    const end = reached.get(head.chain) ?? anchorOf(head)
    return end.position !== head.lines || !end.hash.equals(head.hash)
  })
  return cut
    ? { ...found, fault: { chain: cut.chain, line: null }, complete: false }
    : { ...found, ...verified }
}

/** Where the lines begin that are kept. */
const anchorOf = ({ chain, anchorPosition, anchor }: Head) => ({
  position: anchorPosition,
  hash: anchor ?? chainRoot(chain),
})
