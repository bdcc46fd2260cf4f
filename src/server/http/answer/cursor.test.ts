import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../../../../test/support/any-text.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

it('gives back the place', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      (timestamp, id) => {
        expect(decodeCursor(encodeCursor({ timestamp, id }))).toEqual({ timestamp, id })
      },
    ),
  )
})

it('takes nothing that it has not made', () => {
  const made = encodeCursor({ timestamp: 1_773_165_600_000, id: 42 })
  const of = (text: string) => Buffer.from(text).toString('base64url')
  for (const wrong of [
    '',
    'x',
    `${made} `,
    `${made}=`,
    `!${made}`,
    made.slice(0, -1),
    of('1.2.3'),
    of('01.2'),
    of('-0.2'),
    of('1.-2'),
    of("1.2'; drop table events"),
    of('NaN.1'),
    of('1e3.1'),
    of('9999999999999999.1'),
    of('999999999999999.1'),
    of('-999999999999999.1'),
  ]) {
    expect(decodeCursor(wrong), wrong).toBeNull()
  }
  fc.assert(
    fc.property(anyText({ maxLength: 60 }), (text) => {
      const place = decodeCursor(text)
      expect(place === null || encodeCursor(place) === text).toBe(true)
    }),
  )
})
