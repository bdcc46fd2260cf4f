import { describe, expect, it } from 'vitest'
import { OPERATOR_LIMITS } from '#contract/http/admin'
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
const ALL = Object.fromEntries(FEATURES.map((feature) => [feature, true]))

describe('premium', () => {
  it('is activated, or all five features', () => {
    expect(isPremium(OFF)).toBe(false)
    expect(isPremium({ ...OFF, premiumActivated: true })).toBe(true)
    expect(isPremium({ ...OFF, ...ALL })).toBe(true)
    expect(isPremium({ ...OFF, ...ALL, linkSharing: false })).toBe(false)
  })
  it('turns all five on and off together, and keeps the limit', () => {
    const on = withFeatures({ ...OFF, operatorLimit: '40' }, [{ premiumActivated: true }])
    expect(on).toMatchObject({ ...ALL, premiumActivated: true, operatorLimit: '40' })
    expect(withFeatures(on, [{ premiumActivated: false }])).toMatchObject({
      ...NO_ENTITLEMENTS,
      premiumActivated: false,
    })
  })
  it('follows the single features: the fifth makes it, any missing one ends it', () => {
    const four = withFeatures(
      OFF,
      FEATURES.slice(1).map((feature) => ({ [feature]: true })),
    )
    expect(four.premiumActivated).toBe(false)
    const five = withFeatures(four, [{ [FEATURES[0]]: true }])
    expect(five.premiumActivated).toBe(true)
    expect(withFeatures(five, [{ linkSharing: false }]).premiumActivated).toBe(false)
  })
  it('is not touched by the operator limit', () => {
    const before = { ...OFF, premiumActivated: true }
    expect(withFeatures(before, [{ operatorLimit: '100' }])).toEqual({ ...before, operatorLimit: '100' })
  })
})

it('notices what the server did not take', () => {
  expect(differing({ linkSharing: true, operatorLimit: '20' }, OFF)).toEqual(['linkSharing'])
  expect(differing({ premiumActivated: true }, { ...OFF, ...ALL })).toEqual([])
  expect(differing({ premiumActivated: true }, OFF)).toEqual(['premiumActivated'])
})

describe('the operator limit', () => {
  it('offers the choices of the contract', () => {
    expect(LIMITS).toEqual(OPERATOR_LIMITS)
    expect(limitChoices('30').options).toEqual(['5', '10', '20', '30', '40', '100'])
  })
  it('shows 5 when nothing is set, and a limit of its own as it is', () => {
    expect(limitChoices(undefined).value).toBe('5')
    expect(limitChoices('').value).toBe('5')
    expect(limitChoices('25')).toEqual({ value: '25', options: ['5', '10', '20', '25', '30', '40', '100'] })
  })
})
