import { type Known, operationsOf, sampleOf } from '../../test/support/fuzz/operations.ts'
import type { AttackTarget, Role } from './target.ts'

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

/** What each kind of path calls `id`. */
function idIn(path: string, { own }: AttackTarget): unknown {
  if (path.includes('/reports/')) return own.report.id
  if (path.includes('/alert-rules/')) return own.rule.id
  if (path.includes('/contracts/')) return own.contract.id
  return path.includes('supervisor/') ? own.supervisor.id : own.driver.id
}

/** One call for each route of the API document that `role` may use, and for each kind of body. */
export async function samplesFor(target: AttackTarget, role: Role): Promise<Sample[]> {
  const { own } = target
  const values: Record<string, unknown> = {
    containerId: own.containerId,
    operatorId: own.driver.id,
    userId: own.driver.id,
    placeId: own.place.id,
    clientId: own.place.clientId,
    hash: own.pack.hash,
    month: own.month,
    eventType: 'stop_rest',
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
    timeZone: 'America/Mexico_City',
    facilityCode: 'MXZLO',
    validFrom: '2026-01-01',
    endpoint: 'https://fcm.googleapis.com/fcm/send/one',
    p256dh: 'A'.repeat(87),
    auth: 'A'.repeat(22),
  }
  const mayUse = (audience: string): boolean => {
    if (role === 'anonymous' || role === 'administrator')
      return audience === (role === 'anonymous' ? 'anyone' : role)
    return audience === 'signed-in' || audience === (role === 'driver' ? 'operator' : role)
  }
  const operations = operationsOf(await (await fetch(`${target.origin}/api/openapi.json`)).json())
  return operations.flatMap(({ method, path: template, audience, query: asked, bodies }) => {
    if (ENDS_SESSION.includes(template) || !mayUse(audience)) return []
    const known: Known = (field) => {
      if (field === 'id' || field === 'linkId') {
        if (method === 'DELETE') return NO_ID
        return field === 'id' ? idIn(template, target) : own.link.id
      }
      return values[field]
    }
    const filled = (mark: string): string =>
      template.replace(/\{(\w+)\}/g, (_, name: string) => `${known(name) ?? 'x'}${mark}`)
    const path = filled('')
    const starred = template.includes('{') ? filled('*') : null
    const query = Object.fromEntries(
      // In a query one value is the list.
      Object.entries(asked).map(([name, schema]) => [
        name,
        String([sampleOf(schema, known, name)].flat()[0]),
      ]),
    )
    if (bodies.length === 0) return [{ method, path, starred, query }]
    return bodies.map((kind) => ({ method, path, starred, query, body: sampleOf(kind, known) as object }))
  })
}
