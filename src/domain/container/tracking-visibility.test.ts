import { expect, it } from 'vitest'
import { isTrackingVisibility } from './tracking-visibility.ts'

it.each(['full', 'status', 'link'])('%s is a setting of public tracking', (value) => {
  expect(isTrackingVisibility(value)).toBe(true)
})

it.each(['', 'FULL', ' full', 'none', 'includes', 'length', 'toString'])('%j is none', (value) => {
  expect(isTrackingVisibility(value)).toBe(false)
})
