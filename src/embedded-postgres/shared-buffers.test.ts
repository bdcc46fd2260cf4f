import { expect, it } from 'vitest'
import { sharedBuffers } from './shared-buffers.ts'

const GB = 2 ** 30

it.each([
  [0.5 * GB, '128MB'],
  [4 * GB, '512MB'],
  [64 * GB, '1024MB'],
])('of %d bytes of memory takes %s', (bytes, setting) => {
  expect(sharedBuffers(bytes)).toBe(setting)
})
