import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { secrets } from '../http/text.ts'
import { ENDPOINTS } from './all.ts'
import type { Endpoint } from './endpoint.ts'

interface Field {
  /** `POST /api/login body.username`. */
  at: string
  name: string
  schema: z.core.$ZodType
}

// biome-ignore lint/suspicious/noExplicitAny: a schema is walked by what its definition happens to have
type Definition = any

/** Whether the schema is first given text: then it is one field, whatever the text becomes. */
const takesText = (schema: z.core.$ZodType): boolean => {
  const { type, in: given, innerType }: Definition = schema._zod.def
  return type === 'string' || (type === 'pipe' && takesText(given)) || (innerType && takesText(innerType))
}

/** Every number and text that a schema takes, each with where it stands. */
function fieldsOf(schema: z.core.$ZodType, at: string, name: string): Field[] {
  const def: Definition = schema._zod.def
  if (def.type === 'number' || takesText(schema)) return [{ at, name, schema }]
  switch (def.type) {
    case 'object':
      return Object.entries<z.core.$ZodType>(def.shape).flatMap(([key, of]) =>
        fieldsOf(of, `${at}.${key}`, key),
      )
    case 'array':
      return fieldsOf(def.element, `${at}[]`, name)
    case 'union':
      return def.options.flatMap((option: z.core.$ZodType) => fieldsOf(option, at, name))
    case 'record':
      return [...fieldsOf(def.keyType, `${at}{}`, ''), ...fieldsOf(def.valueType, `${at}.*`, '')]
    case 'pipe':
      return fieldsOf(def.out, at, name)
    default:
      return def.innerType ? fieldsOf(def.innerType, at, name) : []
  }
}

const endpoints = Object.entries<Endpoint>(ENDPOINTS)
const fields = endpoints.flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? fieldsOf(schema, `${name} ${part}`, '') : [],
  ),
)

const takes = (schema: z.core.$ZodType, value: unknown): boolean => z.core.safeParse(schema, value).success
const isSecret = (schema: z.core.$ZodType): boolean => {
  const { innerType }: Definition = schema._zod.def
  return secrets.has(schema) || (innerType !== undefined && isSecret(innerType))
}
/** The fields of which `isWrong` is true. */
const those = (isWrong: (field: Field) => boolean): string[] => fields.filter(isWrong).map(({ at }) => at)

/** Each alone, within a text, and with enough around it for the longest least length. */
const hostile = [
  '\0',
  '\n',
  '\x7f',
  '\u009f',
  '\ud800',
  '\udfff',
  '\u200b',
  '\u202e',
  '\u2066',
  '\u2028',
  '\ufeff',
]
  .flatMap((character) => ['a', 'aaaaaaaaaa', '1'].map((part) => part + character + part))
  .concat('a@example.com\u202e.mx', 'https://example.com/\0', 'https://example.com/\u202e')

describe('every request', () => {
  it('has more than a hundred fields, from more than fifty endpoints', () => {
    expect(fields.length).toBeGreaterThan(100)
    expect(new Set(fields.map(({ at }) => at.replace(/ \w+\..*/, ''))).size).toBeGreaterThan(50)
  })

  it('declares every parameter of its path', () => {
    const untold = endpoints.flatMap(([name, { params }]) =>
      [...name.matchAll(/:(\w+)/g)].flatMap(([, key = '']) =>
        params instanceof z.ZodObject && key in params.shape ? [] : [`${name} ${key}`],
      ),
    )
    expect(untold).toEqual([])
  })

  it('takes no text with control characters, direction marks or half surrogates, but to compare it', () => {
    expect(
      those(
        ({ schema }) => takesText(schema) && !isSecret(schema) && hostile.some((text) => takes(schema, text)),
      ),
    ).toEqual([])
  })

  it('takes no text without end', () => {
    expect(those(({ schema }) => takesText(schema) && takes(schema, '1'.repeat(20_001)))).toEqual([])
  })

  it('takes as an id what the column of an id can hold, and nothing else', () => {
    const isNumeric = ({ name, schema }: Field): boolean =>
      /(^id|Id)$/.test(name) && (!takesText(schema) || (takes(schema, '5') && !takes(schema, 'abcde')))
    const ids = fields.filter(isNumeric)
    expect(ids.length).toBeGreaterThan(20)
    const written = ({ schema }: Field) => (takes(schema, '5') ? String : Number)
    const wrong = ids.filter((field) => {
      const [spell, { schema }] = [written(field), field]
      return (
        ['0', '-1', '1.5', '2147483648', '9007199254740993', '1e308'].some((id) =>
          takes(schema, spell(id)),
        ) || !['1', '2147483647'].every((id) => takes(schema, spell(id)))
      )
    })
    expect(wrong.map(({ at }) => at)).toEqual([])
  })
})
