import { expect, it } from 'vitest'
import { isPrintable } from './text.ts'

it.each([
  'Ñandú S.A. de C.V.',
  'Muñoz\u00a0e hijos',
  '👩‍👩‍👧‍👦',
  'می\u200cخواهم',
  'क्\u200dष',
  '\u{1f1f2}\u{1f1fd}',
  'שלום',
  '',
])('takes %j', (text) => expect(isPrintable(text)).toBe(true))

it.each([
  ['a zero byte', '\0'],
  ['a line break', '\n'],
  ['a separator of lines', '\u2028'],
  ['half a surrogate pair', '\ud83d'],
  ['an override of the direction', '\u202e'],
  ['an isolate of the direction', '\u2066'],
  ['a mark of the direction', '\u200f'],
  ['a space without width', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a tag', '\u{e0041}'],
])('refuses %s', (_what, sign) => expect(isPrintable(`MSKU${sign}1234565`)).toBe(false))
