import { expect, it } from 'vitest'
import { isDistinct, plainSpelling, spellingKey } from './spelling.ts'

it.each([
  [' juan ', 'juan'],
  ['ｊｕａｎ', 'juan'],
  ['Jose\u0301', 'José'],
  ['ﬁno', 'fino'],
  ['Ñandú', 'Ñandú'],
])('%j is spelled %j', (typed, plain) => {
  expect(plainSpelling(typed)).toBe(plain)
})

it('has one key for every spelling', () => {
  expect(new Set(['juan', 'JUAN', 'Ｊｕａｎ', ' juan'].map(spellingKey))).toEqual(new Set(['juan']))
})

it.each(['juan', 'Juan.Pérez', 'ñoño_1', 'chofer@flota.mx', '123', '林さん', 'Иван', 'straße', '김민수'])(
  '%j can be told from others',
  (name) => {
    expect(isDistinct(name)).toBe(true)
  },
)

it.each(['...', '_-_', '@@@', 'pаul', 'Ηola', 'juan林', 'İİİ', 'abc٣'])('%j cannot', (name) => {
  expect(isDistinct(name)).toBe(false)
})
