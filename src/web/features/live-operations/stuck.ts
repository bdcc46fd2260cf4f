import type { StepPercentilesResponse } from '#contract/http/step-percentiles'
import type { EventType, OperationType } from '#domain/operation/steps'
import type { Operation } from '../../api/operation.ts'

/** With fewer samples a percentile is mostly chance. */
export const ENOUGH_SAMPLES = 20

/** How long a step normally takes, by operation type and the event that opens it. */
export type Normals = ReadonlyMap<string, { p75Seconds: number; samples: number }>

const keyOf = (operationType: OperationType, eventType: EventType): string => `${operationType} ${eventType}`

export function normalsOf(rows: StepPercentilesResponse): Normals {
  return new Map(
    rows.map(({ operationType, eventType, p75Seconds, samples }) => [
      keyOf(operationType, eventType),
      { p75Seconds, samples },
    ]),
  )
}

/** An operation in its current step. */
export interface Standing {
  operation: Operation
  elapsedSeconds: number
  /** The 75th percentile of this step; null: not enough history. */
  normalSeconds: number | null
  /** Longer than normal; false without enough history. */
  late: boolean
}

function standingOf(operation: Operation, normals: Normals, now: number): Standing {
  const normal = normals.get(keyOf(operation.operationType, operation.newestEventType))
  const normalSeconds = normal && normal.samples >= ENOUGH_SAMPLES ? normal.p75Seconds : null
  const elapsedSeconds = Math.max(0, Math.floor((now - Date.parse(operation.newestEventAt)) / 1000))
  return {
    operation,
    elapsedSeconds,
    normalSeconds,
    late: normalSeconds !== null && elapsedSeconds > normalSeconds,
  }
}

/**
 * Who has been stuck longest at `now` (epoch milliseconds): first those over the normal time of their step, most
 * overdue first; then those without enough history, longest first; then those within it, nearest to its end first.
 */
export function stuckLongest(
  operations: Iterable<Operation>,
  normals: Normals,
  now: number,
): readonly Standing[] {
  const rank = ({ late, normalSeconds }: Standing): number => (late ? 0 : normalSeconds === null ? 1 : 2)
  const over = ({ elapsedSeconds, normalSeconds }: Standing): number => elapsedSeconds - (normalSeconds ?? 0)
  return Array.from(operations, (operation) => standingOf(operation, normals, now)).sort(
    (a, b) =>
      rank(a) - rank(b) ||
      over(b) - over(a) ||
      (a.operation.operationKey < b.operation.operationKey ? -1 : 1),
  )
}
