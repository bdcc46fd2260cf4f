import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismiss, readDismissed } from './dismissed.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['true', true],
  ['false', false],
  ['1', false],
  ['', false],
])('counts a welcome stored as %j as seen: %s', (value, seen) => {
  stored.set('premium_welcome_shown_7', value)
  expect(readDismissed(7).welcome).toBe(seen)
})

it('stores the welcome for this user alone', () => {
  dismiss(7, { kind: 'welcome', features: [], endsAt: null }, '2026-03-10')
  expect(stored.get('premium_welcome_shown_7')).toBe('true')
  expect(readDismissed(7)).toMatchObject({ welcome: true, endingDay: '2026-03-10' })
  expect(readDismissed(8)).toEqual({ welcome: false, endingDay: null, endedAt: null })
})
