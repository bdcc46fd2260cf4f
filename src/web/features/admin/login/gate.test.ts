import { describe, expect, it } from 'vitest'
import { gate } from './gate.ts'

describe('the gate', () => {
  const none = { session: undefined, failed: false }
  it('follows the answer, whatever was remembered', () => {
    for (const flag of [true, false]) {
      expect(gate({ session: { authenticated: true }, failed: false }, flag)).toBe('console')
      expect(gate({ session: { authenticated: false }, failed: false }, flag)).toBe('login')
    }
  })
  it('without an answer shows the console to whoever was in, and waits otherwise', () => {
    expect(gate(none, true)).toBe('console')
    expect(gate(none, false)).toBe('checking')
  })
  it('when the check fails keeps whoever was in, and asks anybody else for the key', () => {
    expect(gate({ ...none, failed: true }, true)).toBe('console')
    expect(gate({ ...none, failed: true }, false)).toBe('login')
  })
})
