import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stampOf } from '../durable-file.ts'
import { type BackupName, backupNamed } from '../names.ts'
import { beyond } from './retention.ts'

const DAY = 86_400_000
const FIRST = Date.parse('2026-01-01T09:00:00Z')
const KEEP = { days: 7, weeks: 4, months: 12 }

function named(at: number): BackupName {
  const name = backupNamed(`acarreo-${stampOf(at)}.ndjson.gz.age`)
  if (!name) throw new Error('no name')
  return name
}
const dates = (backups: readonly BackupName[]) =>
  backups.map(({ at }) => new Date(at).toISOString().slice(0, 10)).sort()

/** What is there after that many nights, each with its removals. */
function afterNights(nights: number, keep = KEEP): BackupName[] {
  let there: BackupName[] = []
  for (let night = 0; night < nights; night++) {
    const fresh = named(FIRST + night * DAY)
    there.push(fresh)
    const gone = new Set(beyond(there, keep, [fresh.file]))
    there = there.filter((backup) => !gone.has(backup))
  }
  return there
}

describe('a year of nights', () => {
  it('leaves seven days, four weeks and twelve months', () => {
    // 2026-12-31 is a Thursday.
    expect(dates(afterNights(365))).toEqual(
      [
        ...[
          '01-31',
          '02-28',
          '03-31',
          '04-30',
          '05-31',
          '06-30',
          '07-31',
          '08-31',
          '09-30',
          '10-31',
          '11-30',
        ],
        ...['12-13', '12-20', '12-25', '12-26', '12-27', '12-28', '12-29', '12-30', '12-31'],
      ].map((day) => `2026-${day}`),
    )
  })

  it('leaves the days alone where no weeks and months are asked for', () => {
    expect(dates(afterNights(40, { days: 3, weeks: 0, months: 0 }))).toHaveLength(3)
  })
})

const keeps = fc.record({
  days: fc.integer({ min: 1, max: 40 }),
  weeks: fc.integer({ min: 0, max: 20 }),
  months: fc.integer({ min: 0, max: 40 }),
})
const some = fc
  .uniqueArray(fc.integer({ min: 0, max: 3 * 365 * 24 }), { maxLength: 200 })
  .map((hours) => hours.map((hour) => named(FIRST + hour * 3_600_000)))

describe('whatever is there', () => {
  it('keeps the newest and what is spared, and at most as many as asked for', () => {
    fc.assert(
      fc.property(some, keeps, fc.nat(), (backups, keep, pick) => {
        const spared = backups.length > 0 ? [backups[pick % backups.length]?.file ?? ''] : []
        const gone = new Set(beyond(backups, keep, spared).map(({ file }) => file))
        const kept = backups.filter(({ file }) => !gone.has(file))
        const newest = Math.max(...backups.map(({ at }) => at))
        expect(backups.length === 0 || kept.some(({ at }) => at === newest)).toBe(true)
        expect(spared.every((file) => !gone.has(file))).toBe(true)
        expect(kept.length).toBeLessThanOrEqual(keep.days + keep.weeks + keep.months + spared.length)
      }),
    )
  })

  it('removes nothing more when it is done again, and the order of the list does not matter', () => {
    fc.assert(
      fc.property(some, keeps, (backups, keep) => {
        const gone = new Set(beyond(backups, keep, []))
        const kept = backups.filter((backup) => !gone.has(backup))
        expect(beyond(kept, keep, [])).toEqual([])
        expect(new Set(beyond(backups.toReversed(), keep, []))).toEqual(gone)
      }),
    )
  })
})

it.each([
  'acarreo-viejo.ndjson.gz',
  'acarreo-20260310T180000000Z.ndjson.gz.unsound',
  'acarreo-20260310T180000000Z.ndjson.gz.age.abc.partial',
  'supervisor-3-20260310T180000000Z.ndjson.gz',
  'carpeta/acarreo-20260310T180000000Z.ndjson.gz',
])('%s is no backup', (file) => {
  expect(backupNamed(file)).toBeNull()
})
