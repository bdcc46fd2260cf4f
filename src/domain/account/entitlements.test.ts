import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entitlements, effectivePremium, FEATURES, NO_ENTITLEMENTS, PREMIUM_MS } from './entitlements.ts'

const NOW = 1_773_165_600_000

const ALL: Entitlements = {
  kpiVisibility: true,
  realTimeInfo: true,
  fullScreenEnabled: true,
  linkSharing: true,
  operationLogs: true,
}
const ONE: Entitlements = { ...NO_ENTITLEMENTS, realTimeInfo: true }

describe('a premium period', () => {
  it('lasts thirty days', () => {
    expect(PREMIUM_MS).toBe(30 * 86_400_000)
  })

  it('counts to the last millisecond before it expires', () => {
    expect(effectivePremium({ flags: ALL, activated: true, expiresAt: NOW + 1 }, NOW)).toEqual({
      flags: ALL,
      premium: true,
    })
  })

  it.each([
    ['the instant it expires', NOW],
    ['afterwards', NOW - 1],
  ])('is off %s, every flag with it', (_when, expiresAt) => {
    expect(effectivePremium({ flags: ALL, activated: true, expiresAt }, NOW)).toEqual({
      flags: NO_ENTITLEMENTS,
      premium: false,
    })
  })

  it('never ends without an expiry', () => {
    const never = { flags: ONE, activated: true, expiresAt: null }
    expect(effectivePremium(never, Number.MAX_SAFE_INTEGER)).toEqual({ flags: ONE, premium: true })
  })
})

describe('premium', () => {
  it('is on when it was activated, with any flags', () => {
    expect(effectivePremium({ flags: NO_ENTITLEMENTS, activated: true, expiresAt: null }, NOW).premium).toBe(
      true,
    )
  })

  it('is on when all five features are', () => {
    expect(effectivePremium({ flags: ALL, activated: false, expiresAt: null }, NOW).premium).toBe(true)
  })

  it.each(FEATURES)('is off when only %s is missing', (missing) => {
    const flags = { ...ALL, [missing]: false }
    expect(effectivePremium({ flags, activated: false, expiresAt: null }, NOW)).toEqual({
      flags,
      premium: false,
    })
  })

  it('shows the flags as they are stored until then', () => {
    const flags = fc.record({
      kpiVisibility: fc.boolean(),
      realTimeInfo: fc.boolean(),
      fullScreenEnabled: fc.boolean(),
      linkSharing: fc.boolean(),
      operationLogs: fc.boolean(),
    })
    fc.assert(
      fc.property(flags, fc.boolean(), fc.integer({ min: 1 }), (stored, activated, left) => {
        expect(effectivePremium({ flags: stored, activated, expiresAt: NOW + left }, NOW).flags).toEqual(
          stored,
        )
      }),
    )
  })
})
