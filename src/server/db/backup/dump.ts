import { createHash } from 'node:crypto'
import { macWith } from '../../adapters/mac.ts'
import type { Queryable } from '../connect.ts'
import { rowsOf, type TablePart } from './rows.ts'

/**
 * A dump is text, one JSON value a line. What the file says of itself are arrays: `[kind, about]` first, `["table",
 * name, columns]` before a table's rows, `["sequences", {"table.column": newest}]`, and `["end", {counts, sha256}]`
 * last, whose sum and MAC cover every byte before it. Rows are objects. A file without its end was cut off.
 */
export type DumpKind = 'acarreo-backup' | 'acarreo-archive'
export const DUMP_FORMAT = 1

/** Rows by table. */
export type Counts = Record<string, number>

export interface DumpEnd {
  counts: Counts
  /** Hex. */
  sha256: string
  /** With the key of the record; absent: it was written without one. */
  mac?: string | undefined
}

/** The dump's text in pieces; what it holds is counted into `counts` as it goes. `tx` must be a transaction. */
export async function* dump(
  tx: Queryable,
  kind: DumpKind,
  about: Record<string, unknown>,
  parts: readonly TablePart[],
  counts: Counts,
  recordKey: string | undefined,
  sequences?: () => Promise<Record<string, number>>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const mac = recordKey === undefined ? null : macWith(recordKey)
  const summed = (text: string): string => {
    hash.update(text)
    mac?.update(text)
    return text
  }
  yield summed(line([kind, { format: DUMP_FORMAT, ...about }]))
  for (const part of parts) {
    counts[part.name] = 0
    yield summed(line(['table', part.name, part.columns]))
    for await (const rows of rowsOf(tx, part)) {
      counts[part.name] = (counts[part.name] ?? 0) + rows.length
      yield summed(`${rows.join('\n')}\n`)
    }
  }
  if (sequences) yield summed(line(['sequences', await sequences()]))
  yield line(['end', { counts, sha256: hash.digest('hex'), mac: mac?.end() } satisfies DumpEnd])
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`
