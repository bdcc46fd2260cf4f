import type { Limit } from './rate-limits.ts'

/** Spends a try of each limit before `judge`, and gives it back unless what was tried was wrong. */
export async function spending<T extends { right: boolean }>(
  limits: readonly [Limit, string][],
  judge: () => Promise<T>,
): Promise<T> {
  const spent: [Limit, string][] = []
  let wrong = false
  try {
    for (const [limit, key] of limits) {
      await limit.spend(key)
      spent.push([limit, key])
    }
    const judged = await judge()
    wrong = !judged.right
    return judged
  } finally {
    if (!wrong) await Promise.all(spent.map(([limit, key]) => limit.giveBack(key)))
  }
}
