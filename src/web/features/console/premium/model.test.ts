import { describe, expect, it } from 'vitest'
import type { FeaturesResponse } from '#contract/http/entitlements'
import { NO_ENTITLEMENTS } from '#domain/account/entitlements'
import { type Dismissed, dueNotice } from './model.ts'

const NOW = Date.parse('2026-11-21T18:00:00.000Z')
const TODAY = '2026-11-21'
const inDays = (days: number): string => new Date(NOW + days * 24 * 60 * 60 * 1000).toISOString()

const features = (over: Partial<FeaturesResponse['features']>): FeaturesResponse['features'] => ({
  id: 1,
  userId: 7,
  ...NO_ENTITLEMENTS,
  kpiVisibility: true,
  linkSharing: true,
  premiumActivated: true,
  premiumExpirationDate: inDays(30),
  operatorLimit: '20',
  ...over,
})

const NOTHING: Dismissed = { welcome: false, endingDay: null, endedAt: null }
const WELCOMED: Dismissed = { ...NOTHING, welcome: true }

describe('the premium dialog', () => {
  it('welcomes once, naming what is on', () => {
    expect(dueNotice(features({}), NOTHING, NOW, TODAY)).toEqual({
      kind: 'welcome',
      features: ['kpiVisibility', 'linkSharing'],
      endsAt: inDays(30),
    })
    expect(dueNotice(features({}), WELCOMED, NOW, TODAY)).toBeNull()
  })

  it('keeps quiet when nothing is on and nothing has ended', () => {
    const off = features({ ...NO_ENTITLEMENTS, premiumExpirationDate: null, premiumActivated: false })
    expect(dueNotice(off, NOTHING, NOW, TODAY)).toBeNull()
  })

  it('announces the end from five days before, once a day', () => {
    const soon = features({ premiumExpirationDate: inDays(4.5) })
    expect(dueNotice(soon, WELCOMED, NOW, TODAY)).toEqual({ kind: 'ending', endsAt: inDays(4.5), days: 5 })
    expect(dueNotice(soon, { ...WELCOMED, endingDay: TODAY }, NOW, TODAY)).toBeNull()
    expect(dueNotice(soon, { ...WELCOMED, endingDay: '2026-11-20' }, NOW, TODAY)).not.toBeNull()
    expect(dueNotice(features({ premiumExpirationDate: inDays(5.1) }), WELCOMED, NOW, TODAY)).toBeNull()
    expect(dueNotice(features({ premiumExpirationDate: inDays(5) }), WELCOMED, NOW, TODAY)).not.toBeNull()
  })

  it('never announces an end that is not set', () => {
    expect(dueNotice(features({ premiumExpirationDate: null }), WELCOMED, NOW, TODAY)).toBeNull()
  })

  it('tells that it has ended, from the instant itself on, once for each end', () => {
    const ended = features({ ...NO_ENTITLEMENTS, premiumExpirationDate: inDays(0) })
    expect(dueNotice(ended, NOTHING, NOW, TODAY)).toEqual({ kind: 'ended', endsAt: inDays(0) })
    expect(dueNotice(ended, { ...WELCOMED, endedAt: inDays(0) }, NOW, TODAY)).toBeNull()
    expect(dueNotice(ended, { ...WELCOMED, endedAt: inDays(-40) }, NOW, TODAY)).not.toBeNull()
  })
})
