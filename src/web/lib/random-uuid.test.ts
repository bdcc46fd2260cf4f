import { describe, expect, it } from 'vitest'
import { randomUuid } from './random-uuid.ts'

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('randomUuid', () => {
  it('is a version 4 UUID, with or without randomUUID', () => {
    const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) }
    expect(randomUuid()).toMatch(UUID_4)
    expect(randomUuid(insecure)).toMatch(UUID_4)
    expect(randomUuid(insecure)).not.toBe(randomUuid(insecure))
  })

  it('sets version and variant for any random bytes', () => {
    const constant = (byte: number) => ({
      getRandomValues: <T extends ArrayBufferView | null>(array: T): T => {
        if (array instanceof Uint8Array) array.fill(byte)
        return array
      },
    })
    expect(randomUuid(constant(0))).toBe('00000000-0000-4000-8000-000000000000')
    expect(randomUuid(constant(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})
