import { describe, expect, it } from 'vitest'
import { writtenDay, writtenMonth, writtenTimes } from './written.ts'

describe('a time as people write it', () => {
  // 04:20:31 UTC is still the day before in Mexico.
  const at = Date.parse('2026-11-24T04:20:31.999Z')

  it.each([
    ['es', '23 de noviembre de 2026, 22:20', '23 nov 2026, 22:20', '23/11/26 22:20'],
    ['en', '23 November 2026, 22:20', '23 Nov 2026, 22:20', '23 Nov 26 22:20'],
  ] as const)('in %s', (language, long, short, brief) => {
    const written = writtenTimes(language, 'America/Mexico_City')
    expect([written.long(at), written.short(at), written.brief(at)]).toEqual([long, short, brief])
    expect(written.sheet(at)).toBe('2026-11-23 22:20:31')
  })

  it('names a month', () => {
    expect(writtenMonth('2026-01', 'es')).toBe('enero de 2026')
    expect(writtenMonth('2026-12', 'en')).toBe('December 2026')
  })

  it('names a day', () => {
    expect(writtenDay('2026-01-05', 'es')).toBe('5 ene 2026')
    expect(writtenDay('2026-12-31', 'en')).toBe('31 Dec 2026')
  })
})
