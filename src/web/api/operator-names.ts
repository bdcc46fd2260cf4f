import type { OperatorResponse } from '#contract/http/operators'

/** What lists and filters call each operator, by username: the name, with the username where two have the same name. */
export function operatorNames(operators: readonly OperatorResponse[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>()
  for (const { displayName } of operators) times.set(displayName, (times.get(displayName) ?? 0) + 1)
  return new Map(
    operators.map(({ displayName, username }) => [
      username,
      times.get(displayName) === 1 ? displayName : `${displayName} (${username})`,
    ]),
  )
}

/** The operators as options of a filter. */
export function operatorOptions(operators: readonly OperatorResponse[]): { value: string; label: string }[] {
  const names = operatorNames(operators)
  return operators.map(({ id, username }) => ({ value: String(id), label: names.get(username) ?? username }))
}
