import type { FieldsOf } from '../text/log/lines.ts'
import type { Tell } from './tell.ts'

/** Faults of what the workers of a machine share: each sees them, and the primary says them once. */
const PAIRS = [
  { begin: 'DB_UNREACHABLE', end: 'DB_BACK' },
  { begin: 'REDIS_UNREACHABLE', end: 'REDIS_BACK' },
] as const
type Pair = (typeof PAIRS)[number]
type Begin = FieldsOf<Pair['begin']>

/** A line that a worker leaves to its primary. */
export type SharedLine =
  | { code: Pair['begin']; fields: Begin }
  | { code: Pair['end']; fields: FieldsOf<Pair['end']> }

const isShared = (line: { code: string; fields: object }): line is SharedLine =>
  PAIRS.some(({ begin, end }) => line.code === begin || line.code === end)

/** Of a worker. */
export const leavingShared =
  (leave: (line: SharedLine) => void, tell: Tell): Tell =>
  (code, fields, sentence) => {
    const line = { code, fields }
    if (isShared(line)) leave(line)
    else tell(code, fields, sentence)
  }

interface Fault {
  since: number
  suppressed: number
  fields: Begin
  /** Who has not seen its end yet. */
  seenBy: Set<unknown>
}

/** Of the primary: a fault is on from the first worker that sees it until the last one that saw it sees its end. */
export function createSharedFaults<Worker>(tell: Tell, elapsed = () => performance.now()) {
  const on = new Map<Pair, Fault>()

  function endIfOver(pair: Pair, { seenBy, since, suppressed, fields }: Fault): void {
    if (seenBy.size > 0) return
    on.delete(pair)
    const seconds = Math.round((elapsed() - since) / 100) / 10
    tell(pair.end, { ...fields, seconds, suppressed })
  }

  return {
    said(worker: Worker, line: SharedLine): void {
      for (const pair of PAIRS) {
        const fault = on.get(pair)
        if (line.code === pair.begin) {
          fault?.seenBy.add(worker)
          if (fault) fault.suppressed++
          else {
            const { fields } = line
            on.set(pair, { since: elapsed(), suppressed: 0, fields, seenBy: new Set([worker]) })
            tell(pair.begin, fields)
          }
        } else if (line.code === pair.end && fault?.seenBy.delete(worker)) {
          fault.suppressed += line.fields.suppressed
          endIfOver(pair, fault)
        }
      }
    },
    /** A worker listens, in the place of one that ended: only these see the end of a fault. */
    running(workers: readonly Worker[]): void {
      for (const [pair, fault] of on) {
        fault.seenBy = new Set(workers.filter((worker) => fault.seenBy.has(worker)))
        endIfOver(pair, fault)
      }
    },
  }
}
