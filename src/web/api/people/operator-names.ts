import type { OperatorResponse } from '#contract/http/people/operators'
import { bothNames } from '#domain/account/both-names'

export interface OperatorName {
  /** What lists and filters say: the display name, with the username where two have the same. */
  short: string
  both: string
}

/** The operators' names by id. One whose account is gone has none: then the username of the row stands for both. */
export function operatorNames(operators: readonly OperatorResponse[]): ReadonlyMap<number, OperatorName> {
  const times = new Map<string, number>()
  for (const { displayName } of operators) times.set(displayName, (times.get(displayName) ?? 0) + 1)
  return new Map(
    operators.map((operator) => {
      const both = bothNames(operator)
      return [
        operator.id,
        { short: times.get(operator.displayName) === 1 ? operator.displayName : both, both },
      ]
    }),
  )
}

/** The operators as options of a filter. */
export function operatorOptions(operators: readonly OperatorResponse[]): { value: string; label: string }[] {
  return [...operatorNames(operators)].map(([id, { short }]) => ({ value: String(id), label: short }))
}
