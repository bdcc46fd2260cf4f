import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Entitlements,
  effectivePremium,
  FEATURES,
  NO_ENTITLEMENTS,
  PREMIUM_MS,
  type StoredPremium,
} from './entitlements.ts'
import { changeFeatures, type FeatureChange } from './feature-change.ts'

const NOW = 1_773_165_600_000
const DAY = 86_400_000

const ALL: Entitlements = {
  kpiVisibility: true,
  realTimeInfo: true,
  fullScreenEnabled: true,
  linkSharing: true,
  operationLogs: true,
}
const only = (...on: (typeof FEATURES)[number][]): Entitlements =>
  Object.fromEntries(FEATURES.map((f) => [f, on.includes(f)])) as Entitlements

const running: StoredPremium = { flags: ALL, activated: true, expiresAt: NOW + 10 * DAY }
const expired: StoredPremium = { flags: ALL, activated: true, expiresAt: NOW - DAY }
const off: StoredPremium = { flags: NO_ENTITLEMENTS, activated: false, expiresAt: NOW + 10 * DAY }

/** Given what is stored, when the administrator asks for a change, then this is stored or in force. */
const given = (stored: StoredPremium) => ({
  when: (change: FeatureChange) => ({
    thenStored(expected: Partial<StoredPremium>) {
      expect(changeFeatures(stored, change, NOW)).toMatchObject(expected)
    },
    thenCounts(flags: Entitlements, premium: boolean) {
      expect(effectivePremium(changeFeatures(stored, change, NOW), NOW)).toEqual({ flags, premium })
    },
  }),
})

describe('premium as a whole', () => {
  it.each([
    ['off', off],
    ['expired', expired],
    ['running', running],
    ['without end', { ...off, expiresAt: null }],
  ])('%s and switched on: all five, thirty days from now', (_name, stored) => {
    given(stored)
      .when({ premiumActivated: true })
      .thenStored({ flags: ALL, activated: true, expiresAt: NOW + PREMIUM_MS })
  })

  it('switched off: none of the five, and the date stays', () => {
    given(running)
      .when({ premiumActivated: false })
      .thenStored({ flags: NO_ENTITLEMENTS, activated: false, expiresAt: running.expiresAt })
  })

  it('overrides single features of the same change', () => {
    given(off)
      .when({ premiumActivated: true, linkSharing: false })
      .thenStored({ flags: ALL, activated: true })
    given(running)
      .when({ premiumActivated: false, linkSharing: true })
      .thenStored({ flags: NO_ENTITLEMENTS, activated: false })
  })
})

describe('a single feature', () => {
  it('switched off ends premium and leaves the other four', () => {
    given(running)
      .when({ linkSharing: false })
      .thenStored({ flags: { ...ALL, linkSharing: false }, activated: false, expiresAt: running.expiresAt })
  })

  it('that completes the five turns premium on', () => {
    given({ ...running, flags: { ...ALL, linkSharing: false }, activated: false })
      .when({ linkSharing: true })
      .thenStored({ flags: ALL, activated: true, expiresAt: running.expiresAt })
  })

  it('switched on within a period counts to its end', () => {
    given(off)
      .when({ realTimeInfo: true })
      .thenStored({ flags: only('realTimeInfo'), activated: false, expiresAt: off.expiresAt })
  })

  it('switched on after premium ran out counts at once, alone, for thirty days', () => {
    const change = given(expired).when({ realTimeInfo: true })
    change.thenStored({ flags: only('realTimeInfo'), activated: false, expiresAt: NOW + PREMIUM_MS })
    change.thenCounts(only('realTimeInfo'), false)
  })

  it('switched on the instant premium runs out is after it', () => {
    given({ ...expired, expiresAt: NOW })
      .when({ realTimeInfo: true })
      .thenStored({ expiresAt: NOW + PREMIUM_MS })
  })

  it('switched off after premium ran out begins nothing', () => {
    given(expired)
      .when({ realTimeInfo: false })
      .thenStored({ flags: NO_ENTITLEMENTS, activated: false, expiresAt: expired.expiresAt })
  })

  it('without an end stays without one', () => {
    given({ ...off, expiresAt: null })
      .when({ realTimeInfo: true })
      .thenStored({ flags: only('realTimeInfo'), expiresAt: null })
  })
})

it('an empty change changes nothing', () => {
  for (const stored of [running, expired, off]) expect(changeFeatures(stored, {}, NOW)).toEqual(stored)
})

it('sets what is asked for and keeps the flags in force of the others', () => {
  const flags = fc.record(
    Object.fromEntries(FEATURES.map((f) => [f, fc.boolean()])),
  ) as fc.Arbitrary<Entitlements>
  const stored = fc.record({
    flags,
    activated: fc.boolean(),
    expiresAt: fc.option(fc.integer({ min: NOW - 40 * DAY, max: NOW + 40 * DAY })),
  })
  const change = fc.record(Object.fromEntries(FEATURES.map((f) => [f, fc.boolean()])), {
    requiredKeys: [],
  }) as fc.Arbitrary<FeatureChange>
  fc.assert(
    fc.property(stored, change, (before, asked) => {
      const seen = effectivePremium(before, NOW).flags
      const after = effectivePremium(changeFeatures(before, asked, NOW), NOW)
      expect(after.flags).toEqual({ ...seen, ...asked })
    }),
  )
})
