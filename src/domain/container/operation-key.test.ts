import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { isOperationKey, operationKey, trackingReference, typedReference } from './operation-key.ts'

const containerNumber = fc.stringMatching(/^[A-Z]{4}[0-9]{7}$/)
const token = fc.stringMatching(/^[A-Za-z0-9]{16,64}$/)
const TOKEN = 'aB3dE5fG7hJ9kL1m'

describe('an operation key', () => {
  it('is the container number and the token', () => {
    expect(operationKey('MSKU1234565', TOKEN)).toBe('MSKU1234565_aB3dE5fG7hJ9kL1m')
  })

  it('is parsed back to its number and token', () => {
    fc.assert(
      fc.property(containerNumber, token, (number, secret) => {
        const key = operationKey(number, secret)
        expect(isOperationKey(key)).toBe(true)
        expect(trackingReference(key)).toEqual({ kind: 'operation', operationKey: key })
      }),
    )
  })

  it('needs a token of sixteen characters: a shorter one could be guessed', () => {
    expect(isOperationKey(operationKey('MSKU1234565', TOKEN.slice(1)))).toBe(false)
    expect(isOperationKey(operationKey('MSKU1234565', TOKEN))).toBe(true)
    expect(isOperationKey(operationKey('MSKU1234565', 'a'.repeat(64)))).toBe(true)
    expect(isOperationKey(operationKey('MSKU1234565', 'a'.repeat(65)))).toBe(false)
  })
})

describe('a tracking reference', () => {
  it('may be a bare container number', () => {
    expect(trackingReference('MSKU1234565')).toEqual({ kind: 'container', containerNumber: 'MSKU1234565' })
  })

  it('may be the token of a further link', () => {
    const token = `e${'aZ0-_'.repeat(9).slice(2)}`
    expect(trackingReference(token)).toEqual({ kind: 'link', token })
    expect(trackingReference(token.slice(1))).toBeNull()
    expect(trackingReference(`${token}a`)).toBeNull()
    expect(trackingReference(`${token}\n`)).toBeNull()
  })

  it.each([
    '',
    '_',
    'MSKU1234565_',
    `_${TOKEN}`,
    `MSKU1234565__${TOKEN}`,
    `MSKU1234565_${TOKEN}_`,
    `MSKU1234565_${TOKEN}\n`,
    `\nMSKU1234565_${TOKEN}`,
    `MSKU1234565_${TOKEN}\u0000`,
    `MSKU1234565-${TOKEN}`,
    `msku1234565_${TOKEN}`,
    `MSKU1234565_${TOKEN}%`,
    `MSKU1234565_${'%'.repeat(16)}`,
    `MSKU1234565_${'_'.repeat(16)}`,
    `MSKU1234565_${'ñ'.repeat(16)}`,
    `MSKU1234565_../../etc/passwd`,
    `MSKU1234565_' or '1'='1' -- `,
    '<script>alert(1)</script>',
    '%',
    '__proto__',
  ])('is not %j', (text) => {
    expect(trackingReference(text)).toBeNull()
  })

  it('passes nothing on but letters, digits and one underscore', () => {
    const hostile = fc.oneof(
      anyText(),
      fc.tuple(containerNumber, fc.string(), token).map((parts) => parts.join('')),
      fc.tuple(containerNumber, token, fc.string({ minLength: 1 })).map(([a, b, c]) => `${a}_${b}${c}`),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        const reference = trackingReference(text)
        if (reference === null) return
        expect(text).toMatch(/^([A-Z]{4}\d{7}(_[A-Za-z0-9]{16,64})?|e[\w-]{43})$/)
        const { kind, ...named } = reference
        expect(Object.values(named)).toEqual([text])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('what somebody types', () => {
  const KEY = 'MSKU1000000_aB3dE5fG7hJ9kL1m'
  it.each([
    ['msku1000000', 'MSKU1000000'],
    ['MSKU 100000 0', 'MSKU1000000'],
    ['MSKU-100000-0', 'MSKU1000000'],
    [' msku 100 000.0 ', 'MSKU1000000'],
    [KEY, KEY],
    [`https://acarreo.example/container/${KEY}?lang=en`, KEY],
    ['http://localhost:5000/container/MSKU1000000#history', 'MSKU1000000'],
    ['Contenedor: CSQU 305438 3\n22G1, sello 42', 'CSQU3054383'],
    ['Contenedor: CSQU 305438 4', null],
    ['MSKU100000', null],
    ['https://acarreo.example/supervisor', null],
    ['', null],
  ])('%j leads to %j', (typed, reference) => expect(typedReference(typed)).toBe(reference))
})
