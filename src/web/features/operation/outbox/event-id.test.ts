import { describe, expect, it } from 'vitest'
import { newEventId } from './event-id.ts'

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('newEventId', () => {
  it('is a version 4 UUID, with or without randomUUID', () => {
    const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) }
    expect(newEventId()).toMatch(UUID_4)
    expect(newEventId(insecure)).toMatch(UUID_4)
    expect(newEventId(insecure)).not.toBe(newEventId(insecure))
  })

  it('sets version and variant for any random bytes', () => {
    const constant = (byte: number) => ({
      getRandomValues: <T extends ArrayBufferView | null>(array: T): T => {
        if (array instanceof Uint8Array) array.fill(byte)
        return array
      },
    })
    expect(newEventId(constant(0))).toBe('00000000-0000-4000-8000-000000000000')
    expect(newEventId(constant(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})
