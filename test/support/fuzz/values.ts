/** A JSON schema, as far as the API document uses it. */
export interface Schema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
}

/** A JSON text that no value of JavaScript gives: a number beyond a double, a field named `__proto__`. */
class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** As `JSON.stringify`, with each `RawJson` as it is. */
export function jsonOf(value: unknown): string {
  const raw: string[] = []
  const text = JSON.stringify(value, (_, each) =>
    each instanceof RawJson ? `\u0001${raw.push(each.text) - 1}\u0001` : each,
  )
  return text.replace(/"\\u0001(\d+)\\u0001"/g, (_, index) => raw[Number(index)] ?? '')
}

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  'ab\u202ecd',
  '\u200b\u200b\u200b',
  '😀👩‍👩‍👧‍👦é\u0301',
  '١٢٣٤٥٦',
  'éééééé',
  '\u{1d7d8}\u{1d7d8}\u{1d7d8}',
  'a\'b"c\\d%_;--',
  '%00',
  'NaN',
  '-0',
  '1e308',
  '2147483648',
  '9223372036854775808',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T25:61:61Z',
  '2024-02-29',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  '\n\r\t',
  '\ufeff',
]
const ODD_NUMBERS = [
  0,
  new RawJson('-0'),
  1,
  -1,
  0.5,
  1e-308,
  5e-324,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  new RawJson('1e999'),
  new RawJson('-1e999'),
]
const OTHER_TYPES = [null, true, false, [], {}, [[]], [null], 'x', 7, new RawJson('{"__proto__":{"a":1}}')]

/** Values for a field: `sharp` ones have broken something before, or are likely to; of `others` there are many. */
export interface Extremes {
  sharp: unknown[]
  others: unknown[]
}

/**
 * The values at the ends of what the schema allows, just beyond them, and what nobody would think of. `sample`: a text that
 * is valid here, which keeps what is wrong with a value past the checks before it.
 */
export function extremesOf(schema: Schema, sample?: unknown): Extremes {
  const { type, minLength = 0, maxLength, minimum, maximum, items, maxItems } = schema
  const text = typeof sample === 'string' ? sample : ''
  if (schema.enum || schema.const !== undefined) {
    return { sharp: [null, `${text}\0`], others: [...(schema.enum ?? []), ...OTHER_TYPES] }
  }
  if (type === 'string') {
    const lengths = [minLength, maxLength ?? 2000, (maxLength ?? 2000) + 1].filter(
      (length) => length <= 12_000,
    )
    return {
      sharp: [null, `${text}\0`, `${text}\ud800`, 'éééééé'],
      others: [
        ...lengths.flatMap((length) => ['a'.repeat(length), '1'.repeat(length), '😀'.repeat(length / 2)]),
        ...ODD_TEXTS.flatMap((odd) => [odd, text + odd]),
        ...OTHER_TYPES,
      ],
    }
  }
  if (type === 'number' || type === 'integer') {
    const ends = [minimum, maximum].flatMap((end) => (end === undefined ? [] : [end, end - 1, end + 1]))
    return {
      sharp: [null, 2 ** 31, 1e308, 0.5],
      others: [...ends, ...ODD_NUMBERS, ...OTHER_TYPES, '1', 'abc'],
    }
  }
  const many = items ? [Array.from({ length: Math.min((maxItems ?? 200) + 1, 600) }, () => null)] : []
  return { sharp: [null, {}], others: [...many, ...OTHER_TYPES] }
}

/** A random number generator of this seed (mulberry32), from 0 to below 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
