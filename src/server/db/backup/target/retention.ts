import { type BackupName, newerFirst } from '../names.ts'

/** Of how many days, weeks and months one backup each is kept: grandfather, father, son. */
export interface Keep {
  days: number
  weeks: number
  months: number
}

const DAY_MS = 24 * 3_600_000
const dayOf = (at: number): number => Math.floor(at / DAY_MS)
/** From Monday to Sunday; the first day of the epoch was a Thursday. */
const weekOf = (at: number): number => Math.floor((dayOf(at) + 3) / 7)
const monthOf = (at: number): number => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth()

/**
 * The backups that may go: all but the newest of each of the newest `days` days that have one, and the same of weeks and
 * months. Days are of UTC, as in the names. Never one of `spared`.
 */
export function beyond(backups: readonly BackupName[], keep: Keep, spared: readonly string[]): BackupName[] {
  const newestFirst = [...backups].sort(newerFirst)
  const kept = new Set(spared)
  const keepNewestOf = (periodOf: (at: number) => number, count: number): void => {
    const periods = new Set<number>()
    for (const { file, at } of newestFirst) {
      if (periods.size === count) return
      if (periods.has(periodOf(at))) continue
      periods.add(periodOf(at))
      kept.add(file)
    }
  }
  keepNewestOf(dayOf, keep.days)
  keepNewestOf(weekOf, keep.weeks)
  keepNewestOf(monthOf, keep.months)
  return newestFirst.filter(({ file }) => !kept.has(file))
}
