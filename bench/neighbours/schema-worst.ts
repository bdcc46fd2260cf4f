import type { z } from 'zod'
import { z as zod } from 'zod'

/** What we read of a JSON Schema. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  maxLength?: number
  maximum?: number
  format?: string
  pattern?: string
}

/** By the name of a field: what only a value that exists, or one of a special form, can reach. */
export type Known = Readonly<Record<string, unknown>>

/** Of a list that has no limit of its own. */
const MANY = 1000
const LONG = 1000
/** Of a value among many in a query: 600 of them still fit into the header of a request. */
const SHORT = 20

const jsonSchemaOf = (schema: z.ZodType): Schema =>
  zod.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** The largest input that a schema allows: longest lists and texts, largest numbers, every optional field. */
export const largestOf = (schema: z.ZodType, known: Known): unknown =>
  largest(jsonSchemaOf(schema), '', known)

/** What a schema requires and no more, so that no filter narrows what is asked for; and the longest page. */
export function widestOf(schema: z.ZodType, known: Known): unknown {
  const { properties = {}, required = [] } = oneOf(jsonSchemaOf(schema), known)
  const names = Object.keys(properties).filter((name) => required.includes(name) || name === 'limit')
  return Object.fromEntries(names.map((name) => [name, largest(properties[name] ?? {}, name, known)]))
}

/** Of the kinds of a union the one with the most text. */
function oneOf(schema: Schema, known: Known, name = ''): Schema {
  const kinds = schema.anyOf ?? schema.oneOf
  if (!kinds) return schema
  const length = (kind: Schema) => JSON.stringify(largest(kind, name, known) ?? null).length
  return [...kinds].sort((a, b) => length(b) - length(a))[0] ?? {}
}

function largest(schema: Schema, name: string, known: Known): unknown {
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  if (schema.anyOf || schema.oneOf) return largest(oneOf(schema, known, name), name, known)
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, of]) => [key, largest(of, key, known)]),
    )
  }
  switch (schema.type) {
    case 'array':
      return Array.from({ length: schema.maxItems ?? MANY }, (_, i) => itemOf(schema.items ?? {}, i, known))
    case 'integer':
    case 'number':
      return schema.maximum ?? 2_147_483_647
    case 'boolean':
      return true
    case 'string':
      return textOf(schema)
    case 'object':
      return {}
    default:
      return null
  }
}

/** Different from the others of its list. */
function itemOf(schema: Schema, i: number, known: Known): unknown {
  if (schema.enum) return schema.enum[i % schema.enum.length]
  if (schema.type === 'string') return String(i).padEnd(Math.min(schema.maxLength ?? SHORT, SHORT), 'x')
  if (schema.type === 'integer') return i + 1
  return largest(schema, '', known)
}

function textOf({ format, pattern, maxLength = LONG }: Schema): string {
  if (format === 'uuid') return '{{uuid}}'
  if (format === 'date-time') return '2100-12-31T23:59:59Z'
  // Of the letters that a pattern asks for, some fit most.
  return (pattern ? 'A' : 'ñ').repeat(maxLength)
}
