import { USERNAME } from './fields.ts'

/**
 * Names to offer when `wanted` is taken, best first. `taken` holds the names that exist, compared without regard
 * to capitals; `year` is the current year. Deterministic, so that asking twice offers the same.
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
    if (used.has(candidate.toLowerCase())) continue
    used.add(candidate.toLowerCase())
    suggestions.push(candidate)
  }
  return suggestions
}

function* candidates(base: string, year: number): Generator<string> {
  yield `${base}${year % 100}`
  yield `${base}.mx`
  yield `${base}${year}`
  // Longer than any number of accounts that one name can collide with in the lookup.
  for (let n = 1; n <= 999; n++) yield `${base}${n}`
}

/** All names that `suggestUsernames` may offer begin with this; the lookup of taken names uses it. */
export function suggestionStem(wanted: string): string {
  return baseOf(wanted).toLowerCase()
}

/** Short enough for the longest ending, and cut between characters: half an emoji is text that no database stores. */
function baseOf(wanted: string): string {
  const base = wanted
    .trim()
    .replace(/\s+/g, '.')
    .slice(0, USERNAME.max - 5)
    .replace(/[\uD800-\uDBFF]$/, '')
  return base || 'usuario'
}
