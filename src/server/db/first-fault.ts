/** How far a verification has come. */
export interface Verified<Fault> {
  /** The first fault; null: none so far. */
  fault: Fault | null
  /** False: it ended at a fault, or the time was over before the last row. */
  complete: boolean
}

/**
 * Judges rows in their order until the first fault, or `deadline` (monotonic milliseconds). `read` returns the next batch
 * after `last` (null: the first batch), in the caller's snapshot; an empty batch is the end.
 */
export async function firstFault<Row, Fault>(
  read: (last: Row | null) => Promise<readonly Row[]>,
  judge: (row: Row) => Fault | null,
  deadline: number,
): Promise<Verified<Fault>> {
  for (let last: Row | null = null; performance.now() <= deadline; ) {
    const batch = await read(last)
    for (const row of batch) {
      const fault = judge(row)
      if (fault) return { fault, complete: false }
    }
    last = batch.at(-1) ?? null
    if (!last) return { fault: null, complete: true }
  }
  return { fault: null, complete: false }
}
