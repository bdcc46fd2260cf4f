import type { AttackTarget, Role } from './target.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  default?: unknown
  format?: string
  minLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
}

interface Operation {
  'x-audience': string
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** A call that the product accepts, or would accept for another row. */
export interface Sample {
  method: string
  path: string
  /** `path` with a star behind each value, where sqlmap tries; null without values. */
  starred: string | null
  query: Record<string, string>
  body?: object
}

/** They end the session, whatever else they are sent. */
const ENDS_SESSION = ['/api/logout', '/api/admin/logout']

/** One that no row has. */
const NO_ID = 2_000_000_000

/** One call for each route of the API document that `role` may use, and for each kind of body. */
export async function samplesFor(target: AttackTarget, role: Role): Promise<Sample[]> {
  const { own } = target
  const values: Record<string, unknown> = {
    containerId: own.containerId,
    operatorId: own.driver.id,
    userId: own.driver.id,
    month: own.month,
    eventType: 'stop_rest',
    linkId: own.link.id,
    timing: 'totalTime',
    position: 1,
    limit: 50,
    operationType: 'load',
    containerNumber: 'CSQU3054383',
    phone: '3141234567',
    password: 'una clave de prueba',
    newPassword: 'otra clave de prueba',
    reason: 'un motivo de prueba',
    currentPassword: 'otra que no es',
    username: 'alguien.nuevo',
    token: 'unknown',
    email: 'alguien@example.com',
    displayName: 'Alguien Nuevo',
    q: 'manzanillo',
  }
  const idOf = (path: string, method: string): unknown => {
    if (method === 'DELETE') return NO_ID
    if (path.includes('/reports/')) return own.report.id
    return /supervisor\//.test(path) ? own.supervisor.id : own.driver.id
  }
  const document = (await (await fetch(`${target.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const mayUse = (audience: string): boolean => {
    if (role === 'anonymous' || role === 'administrator')
      return audience === (role === 'anonymous' ? 'anyone' : role)
    return audience === 'signed-in' || audience === (role === 'driver' ? 'operator' : role)
  }
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([name, operation]) => {
      const method = name.toUpperCase()
      if (method === 'HEAD' || ENDS_SESSION.includes(template) || !mayUse(operation['x-audience'])) return []
      const filled = (mark: string): string =>
        template.replace(/\{(\w+)\}/g, (_, key: string) => {
          const isGone = method === 'DELETE' && key === 'linkId'
          const value = isGone ? NO_ID : key === 'id' ? idOf(template, method) : values[key]
          return `${value}${mark}`
        })
      const path = filled('')
      const starred = template.includes('{') ? filled('*') : null
      const query = Object.fromEntries(
        (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name: key, schema }) => [key, String(sampleOf(schema, values, key))]),
      )
      const schema = operation.requestBody?.content['application/json'].schema
      if (!schema) return [{ method, path, starred, query }]
      const kinds = schema.oneOf ?? schema.anyOf ?? [schema]
      return kinds.map((kind, i) => {
        const body = sampleOf(kind, values) as Record<string, unknown>
        // Of kinds without a name each refuses what belongs to an earlier one.
        const before = schema.anyOf ? kinds.slice(0, i).flatMap((of) => Object.keys(of.properties ?? {})) : []
        for (const key of before) delete body[key]
        return { method, path, starred, query, body }
      })
    }),
  )
}

/** A value that fits the schema: the one known by its name, else one of the type. */
function sampleOf(schema: Schema, values: Record<string, unknown>, name = ''): unknown {
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, of]) => [key, sampleOf(of, values, key)]),
    )
  }
  if (schema.enum) return schema.enum.includes(values[name]) ? values[name] : schema.enum.at(-1)
  if (name in values) return values[name]
  const [kind] = schema.oneOf ?? schema.anyOf ?? []
  if (kind) return sampleOf(kind, values, name)
  // In a query one value is the list.
  if (schema.items) return [sampleOf(schema.items, values, name)]
  if (schema.format === 'uuid') return crypto.randomUUID()
  if (schema.format === 'date-time') return new Date().toISOString()
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  return 'x'.repeat(Math.max(schema.minLength ?? 0, 8))
}
