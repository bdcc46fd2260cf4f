import { USERNAME } from './fields.ts'
import { isDistinct } from './spelling.ts'

/**
 * Names to offer when `wanted` is taken, best first. `taken` holds the existing names, compared case-insensitively;
 * `year` is the current year. Deterministic: the same request gets the same names.
 */
export function suggestUsernames(
  wanted: string,
  taken: ReadonlySet<string>,
  { year, count = 3 }: { year: number; count?: number },
): string[] {
  const base = baseOf(wanted)
  const used = new Set([...taken].map((name) => name.toLowerCase()))
  const suggestions: string[] = []
  for (const candidate of candidates(base, year)) {
    if (suggestions.length >= count) break
    if (used.has(candidate.toLowerCase()) || !isDistinct(candidate)) continue
    used.add(candidate.toLowerCase())
    suggestions.push(candidate)
  }
  return suggestions
}

function* candidates(base: string, year: number): Generator<string> {
  yield `${base}${year % 100}`
  yield `${base}.mx`
  yield `${base}${year}`
  // More candidates than the lookup of taken names returns.
  for (let n = 1; n <= 999; n++) yield `${base}${n}`
}

/** Prefix of every name that `suggestUsernames` may offer, for the lookup of taken names. */
export function suggestionStem(wanted: string): string {
  return baseOf(wanted).toLowerCase()
}

/** Short enough for the longest ending; for a name that nobody may have, one that anybody may. Never cuts a surrogate pair: PostgreSQL cannot store half of one. */
function baseOf(wanted: string): string {
  const base = wanted
    .trim()
    .replace(/\s+/g, '.')
    .slice(0, USERNAME.max - 5)
    .replace(/[\uD800-\uDBFF]$/, '')
  return isDistinct(base) ? base : 'usuario'
}
