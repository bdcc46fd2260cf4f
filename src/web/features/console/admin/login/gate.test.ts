import { describe, expect, it } from 'vitest'
import { gate } from './gate.ts'

describe('the gate', () => {
  const none = { session: undefined, failed: false }
  it('follows the answer, not the flag', () => {
    for (const flag of [true, false]) {
      expect(gate({ session: { authenticated: true }, failed: false }, flag)).toBe('console')
      expect(gate({ session: { authenticated: false }, failed: false }, flag)).toBe('login')
    }
  })
  it('shows the console while there is no answer if the flag is set, else waits', () => {
    expect(gate(none, true)).toBe('console')
    expect(gate(none, false)).toBe('checking')
  })
  it('shows the console when the check fails if the flag is set, else the login', () => {
    expect(gate({ ...none, failed: true }, true)).toBe('console')
    expect(gate({ ...none, failed: true }, false)).toBe('login')
  })
})
