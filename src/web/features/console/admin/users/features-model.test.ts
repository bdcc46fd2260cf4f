import { describe, expect, it } from 'vitest'
import { OPERATOR_LIMITS } from '#contract/http/console/admin'
import { FEATURES, NO_ENTITLEMENTS } from '#domain/account/entitlements'
import { differing, type Features, isPremium, LIMITS, limitChoices, withFeatures } from './features-model.ts'

const OFF: Features = {
  ...NO_ENTITLEMENTS,
  id: 1,
  userId: 2,
  premiumActivated: false,
  premiumExpirationDate: null,
  operatorLimit: '20',
}
const NOW = Date.parse('2026-03-01T12:00:00Z')
const ALL = Object.fromEntries(FEATURES.map((feature) => [feature, true]))

describe('premium', () => {
  it('is activated, or has all five features', () => {
    expect(isPremium(OFF)).toBe(false)
    expect(isPremium({ ...OFF, premiumActivated: true })).toBe(true)
    expect(isPremium({ ...OFF, ...ALL })).toBe(true)
    expect(isPremium({ ...OFF, ...ALL, linkSharing: false })).toBe(false)
  })
  it('turns all five on and off together, and keeps the limit', () => {
    const on = withFeatures({ ...OFF, operatorLimit: '40' }, [{ premiumActivated: true }], NOW)
    expect(on).toMatchObject({ ...ALL, premiumActivated: true, operatorLimit: '40' })
    expect(withFeatures(on, [{ premiumActivated: false }], NOW)).toMatchObject({
      ...NO_ENTITLEMENTS,
      premiumActivated: false,
    })
  })
  it('follows the single features: the fifth completes it, a missing one ends it', () => {
    const four = withFeatures(
      OFF,
      FEATURES.slice(1).map((feature) => ({ [feature]: true })),
      NOW,
    )
    expect(four.premiumActivated).toBe(false)
    const five = withFeatures(four, [{ [FEATURES[0]]: true }], NOW)
    expect(five.premiumActivated).toBe(true)
    expect(withFeatures(five, [{ linkSharing: false }], NOW).premiumActivated).toBe(false)
  })
  it('that has expired restarts for thirty days when a feature is switched on', () => {
    const over = { ...OFF, premiumExpirationDate: '2026-02-01T00:00:00.000Z' }
    for (const change of [{ premiumActivated: true }, { linkSharing: true }]) {
      expect(withFeatures(over, [change], NOW).premiumExpirationDate).toBe('2026-03-31T12:00:00.000Z')
    }
    expect(withFeatures(over, [{ operatorLimit: '40' }], NOW).premiumExpirationDate).toBe(
      over.premiumExpirationDate,
    )
  })
  it('does not change with the operator limit', () => {
    const before = { ...OFF, premiumActivated: true }
    expect(withFeatures(before, [{ operatorLimit: '100' }], NOW)).toEqual({ ...before, operatorLimit: '100' })
  })
})

it('names the values that the server did not take', () => {
  expect(differing({ linkSharing: true, operatorLimit: '20' }, OFF)).toEqual(['linkSharing'])
  expect(differing({ premiumActivated: true }, { ...OFF, ...ALL })).toEqual([])
  expect(differing({ premiumActivated: true }, OFF)).toEqual(['premiumActivated'])
})

describe('the operator limit', () => {
  it('offers the choices of the contract', () => {
    expect(LIMITS).toEqual(OPERATOR_LIMITS)
    expect(limitChoices('30').options).toEqual(['5', '10', '20', '30', '40', '100'])
  })
  it('shows 5 when nothing is set, and any other limit as it is', () => {
    expect(limitChoices(undefined).value).toBe('5')
    expect(limitChoices('').value).toBe('5')
    expect(limitChoices('25')).toEqual({ value: '25', options: ['5', '10', '20', '25', '30', '40', '100'] })
  })
})
