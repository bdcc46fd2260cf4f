import type { Audience } from '#contract/endpoints/endpoint'
import type { Schema } from './values.ts'

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        'x-audience': Audience
        parameters?: { in?: string; name?: string; schema?: Schema }[]
        requestBody?: { content: Record<string, { schema: Schema }> }
      }
    >
  >
  components: { schemas: Record<string, Schema> }
}

/** One call of the API document, with every reference of its schemas resolved. */
export interface Operation {
  /** `POST /api/events`; parameters of the path as `{name}`. */
  name: string
  method: string
  path: string
  audience: Audience
  params: Record<string, Schema>
  query: Record<string, Schema>
  /** Every kind of body that it takes; none: it takes no body. */
  bodies: Schema[]
}

/** Every operation of the document but HEAD, which answers like its GET. */
export function operationsOf({ paths, components }: Document): Operation[] {
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as Schema
    if ($ref !== undefined) return resolved(components.schemas[$ref.replace('#/components/schemas/', '')])
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each)]))
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([verb, { 'x-audience': audience, parameters = [], requestBody }]) => {
      const method = verb.toUpperCase()
      if (method === 'HEAD') return []
      const those = (where: string) =>
        Object.fromEntries(
          parameters.flatMap(({ in: place, name = '', schema }) =>
            place === where ? [[name, resolved(schema) as Schema]] : [],
          ),
        )
      const [{ schema } = { schema: undefined }] = Object.values(requestBody?.content ?? {})
      const body = schema && (resolved(schema) as Schema)
      return {
        name: `${method} ${path}`,
        ...{ method, path, audience },
        params: those('path'),
        query: those('query'),
        bodies: body === undefined ? [] : (body.oneOf ?? body.anyOf ?? [body]),
      }
    }),
  )
}

/** Values by the name of their field; they come before what the schema says. */
export type Known = (field: string) => unknown

/** A value that fits the schema: the known one, else one of the type. */
export function sampleOf(schema: Schema, known: Known, field = ''): unknown {
  const { properties, type, items, minLength = 0, minimum = 1, format } = schema
  const value = known(field)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.includes(value) ? value : schema.enum.at(-1)
  if (value !== undefined) return value
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, sampleOf(of, known, key)]))
  }
  const [kind] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []
  if (kind) return sampleOf(kind, known, field)
  if (items) return [sampleOf(items, known, field)]
  if (format === 'uuid') return crypto.randomUUID()
  if (format === 'date-time') return new Date().toISOString()
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(minimum, 1)
  return type === 'string' ? 'x'.repeat(Math.max(minLength, 8)) : {}
}

/** A field within a value: the keys that lead to it. */
export interface Leaf {
  at: (string | number)[]
  schema: Schema
}

/** Everything within a value of this schema that can be another value, itself included. */
export function leavesOf(schema: Schema, at: Leaf['at'] = []): Leaf[] {
  const kinds = schema.oneOf ?? schema.anyOf
  if (kinds) return kinds.flatMap((kind) => leavesOf(kind, at))
  return [
    { at, schema },
    ...Object.entries(schema.properties ?? {}).flatMap(([key, of]) => leavesOf(of, [...at, key])),
    ...(schema.items ? leavesOf(schema.items, [...at, 0]) : []),
  ]
}

/** A copy of `value` with another one at this place. */
export function replaced(value: unknown, at: Leaf['at'], other: unknown): unknown {
  const [key, ...rest] = at
  if (key === undefined) return other
  const holder = typeof value === 'object' && value !== null ? value : {}
  const inner = replaced((holder as Record<string | number, unknown>)[key], rest, other)
  if (!Array.isArray(holder)) return { ...holder, [key]: inner }
  return Object.assign([...holder], { [key]: inner })
}
