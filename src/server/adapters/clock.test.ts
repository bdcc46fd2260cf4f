import { describe, expect, it } from 'vitest'
import { watchedClock } from './clock.ts'

const START = Date.parse('2026-03-10T18:00:00Z')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/** A machine whose clock and monotonic clock a test moves. */
function given({
  known = null,
  confirmed = null,
}: {
  known?: number | null
  confirmed?: number | null
} = {}) {
  const machine = { wall: START, elapsed: 0 }
  const clock = watchedClock({ wall: () => machine.wall, elapsed: () => machine.elapsed })
  clock.begin(known, confirmed)
  return {
    clock,
    pass(milliseconds: number) {
      machine.wall += milliseconds
      machine.elapsed += milliseconds
    },
    jump(milliseconds: number) {
      machine.wall += milliseconds
    },
  }
}

describe('while the product runs', () => {
  it('a clock that goes on is not in doubt, for how ever long nobody reads it', () => {
    const { clock, pass } = given()
    pass(90 * DAY)
    expect([clock.doubt(), clock.steady()]).toEqual([null, START + 90 * DAY])
  })

  it('420 days ahead is doubted at once; what ends by time goes on from the last right time', () => {
    const { clock, pass, jump } = given()
    pass(HOUR)
    jump(420 * DAY)
    expect([clock.doubt(), clock.steady()]).toEqual(['ahead', START + HOUR])
    expect(clock.now()).toBe(START + HOUR + 420 * DAY)
    for (let i = 0; i < 10; i++) {
      pass(HOUR)
      clock.beat()
    }
    expect([clock.doubt(), clock.steady()]).toEqual(['ahead', START + 11 * HOUR])
    jump(-420 * DAY)
    expect([clock.doubt(), clock.steady()]).toEqual([null, START + 11 * HOUR])
  })

  it('26 hours behind is doubted, and right again when it is set right', () => {
    const { clock, pass, jump } = given()
    jump(-26 * HOUR)
    pass(HOUR)
    clock.beat()
    expect([clock.doubt(), clock.steady()]).toEqual(['behind', START + HOUR])
    jump(26 * HOUR)
    expect([clock.doubt(), clock.steady()]).toEqual([null, START + HOUR])
  })

  it('a correction of minutes, or a night of a suspended machine, is believed', () => {
    const { clock, jump } = given()
    jump(-4 * MINUTE)
    expect(clock.doubt()).toBeNull()
    jump(23 * HOUR)
    expect([clock.doubt(), clock.steady()]).toEqual([null, START + 23 * HOUR - 4 * MINUTE])
  })

  it('more than five minutes apart from the database: the earlier of both counts', () => {
    const { clock } = given()
    clock.compared(4 * MINUTE)
    expect(clock.doubt()).toBeNull()
    clock.compared(6 * MINUTE)
    expect([clock.doubt(), clock.steady()]).toEqual(['database', START - 6 * MINUTE])
    clock.compared(-6 * MINUTE)
    expect([clock.doubt(), clock.steady()]).toEqual(['database', START])
    clock.compared(0)
    expect(clock.doubt()).toBeNull()
  })
})

describe('at the start', () => {
  it('a product that was off for weeks believes its clock', () => {
    const { clock } = given({ known: START - 29 * DAY })
    expect([clock.doubt(), clock.steady()]).toEqual([null, START])
  })

  it('420 days after the last right time is doubted, until the clock is right or a person confirms it', () => {
    const { clock, pass, jump } = given({ known: START - 420 * DAY })
    pass(HOUR)
    clock.beat()
    expect([clock.doubt(), clock.steady()]).toEqual(['ahead', START - 420 * DAY + HOUR])
    // Three days had passed in truth.
    jump(-417 * DAY)
    expect([clock.doubt(), clock.steady()]).toEqual([null, START - 417 * DAY + HOUR])
    const confirmed = given({ known: START - 420 * DAY, confirmed: Date.parse('2026-03-10') })
    expect(confirmed.clock.doubt()).toBeNull()
    const longAgo = given({ known: START - 420 * DAY, confirmed: Date.parse('2025-03-10') })
    expect(longAgo.clock.doubt()).toBe('ahead')
  })

  it('before the last right time is doubted, unless a person says that this was wrong', () => {
    expect(given({ known: START + HOUR }).clock.doubt()).toBe('behind')
    const confirmed = given({ known: START + 20 * DAY, confirmed: Date.parse('2026-03-10') })
    expect([confirmed.clock.doubt(), confirmed.clock.steady()]).toEqual([null, START])
  })
})
