import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoText, jsonText } from './json-text.ts'

const time = fc.date({ noInvalidDate: true })
/** Of one minute, and of its neighbours: the text of the minute is kept from one call to the next. */
const closeTimes = fc
  .tuple(time, fc.array(fc.integer({ min: -90_000, max: 90_000 })))
  .map(([first, steps]) => steps.map((step) => new Date(first.getTime() + step)))
  .filter((times) => times.every((each) => !Number.isNaN(each.getTime())))

it('writes a time as toISOString does, whichever was written before', () => {
  fc.assert(
    fc.property(fc.array(closeTimes), (groups) => {
      for (const each of groups.flat()) expect(isoText(each)).toBe(each.toISOString())
    }),
  )
})

it.each(['0000-01-01T00:00:00.000Z', '-000001-12-31T23:59:59.999Z', '+010000-01-01T00:00:00.001Z'])(
  'writes %s as it is',
  (text) => {
    expect(isoText(new Date(text))).toBe(text)
  },
)

it('refuses a time that is none, as toISOString does', () => {
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError)
})

it('writes every value as JSON.stringify does, and undefined as null', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
  const value = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.date(), fc.constant(null))
  fc.assert(
    fc.property(value, (each) => {
      expect(jsonText(each)).toBe(JSON.stringify(each))
    }),
  )
  expect(jsonText(undefined)).toBe('null')
})

it.each(['\ud800', 'a\udc00b', '😀', '\u2028', '\u007f', '\u0000', '"', '\\', 'Ñandú', '\uffff', '\ue000'])(
  'writes %j as JSON.stringify does',
  (text) => {
    expect(jsonText(text)).toBe(JSON.stringify(text))
  },
)
