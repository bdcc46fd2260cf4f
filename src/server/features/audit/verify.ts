import { type Database, inLongTransaction, SNAPSHOT } from '../../db/connect.ts'
import { chainHash, chainRoot } from './chain.ts'
import { chainedLines, chainHeads, type Head, unchainedAmong } from './queries.ts'

const BATCH = 1000

/** `line`: its id; null: the end of the chain is missing. */
export interface AuditFault {
  chain: string
  line: number | null
}

export interface AuditVerification {
  chains: number
  lines: number
  /** The first line that is not as it was written; null: all are. */
  fault: AuditFault | null
  /** False: the time was over before the last line. */
  complete: boolean
}

/**
 * Whether every line of the audit log is as it was written and none is missing, in one snapshot. Lines of before the chains
 * are only counted out. Stops at the first fault, or at `deadline` (monotonic milliseconds).
 */
export async function verifyAudit(
  database: Pick<Database, 'pool'>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<AuditVerification> {
  return inLongTransaction(
    database,
    async (tx) => {
      const heads = new Map((await chainHeads(tx)).map((head) => [head.chain, head]))
      const reached = new Map<string, { position: number; hash: Buffer }>()
      const found = { chains: heads.size, lines: 0 }
      const stray = await unchainedAmong(tx)
      if (stray !== null) return { ...found, fault: { chain: '', line: stray }, complete: false }
      for (let after = { chain: '', position: 0 }; ; ) {
        if (performance.now() > deadline) return { ...found, fault: null, complete: false }
        const lines = await chainedLines(tx, after, BATCH)
        for (const line of lines) {
          const { chain, position } = line
          const head = heads.get(chain)
          const before = reached.get(chain) ?? (head && anchorOf(head))
          const hash = before && chainHash(before.hash, line)
          if (!before || position !== before.position + 1 || !hash?.equals(line.hash)) {
            return { ...found, fault: { chain, line: line.id }, complete: false }
          }
          reached.set(chain, { position, hash })
          found.lines += 1
        }
        const last = lines.at(-1)
        if (!last) break
        after = last
      }
      for (const head of heads.values()) {
        const end = reached.get(head.chain) ?? anchorOf(head)
        if (end.position !== head.lines || !end.hash.equals(head.hash)) {
          return { ...found, fault: { chain: head.chain, line: null }, complete: false }
        }
      }
      return { ...found, fault: null, complete: true }
    },
    SNAPSHOT,
  )
}

/** Where the lines begin that are kept. */
const anchorOf = ({ chain, anchorPosition, anchor }: Head) => ({
  position: anchorPosition,
  hash: anchor ?? chainRoot(chain),
})
