import type { FastifyInstance } from 'fastify'
import type { Audience } from '#contract/endpoints/endpoint'
import type { Feature } from '#domain/account/entitlements'

/** Every route that the app answers, hidden ones too, as `METHOD /path/:param`; read from the router. */
export function routesOf(app: FastifyInstance): string[] {
  const path: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([\s│]*)[├└]── (.*) \(([A-Z, ]+)\)$/.exec(line)
      if (!found) return []
      const [, indent = '', segment = '', methods = ''] = found
      path.length = indent.length / 4
      path.push(segment)
      return methods.split(', ').map((method) => `${method} ${path.join('')}`)
    })
}

export interface DeclaredRoute {
  /** As in the API document: `GET /api/events/{containerId}`. */
  route: string
  method: string
  path: string
  audience: Audience
  features: Feature[]
}

/** What each route of the API document declares; HEAD answers like its GET. */
export async function declaredRoutes(app: FastifyInstance): Promise<DeclaredRoute[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { 'x-audience': Audience; 'x-features': Feature[] }>>
  }>()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([name, declared]) => {
        const method = name.toUpperCase()
        const { 'x-audience': audience, 'x-features': features } = declared
        return { route: `${method} ${path}`, method, path, audience, features }
      }),
  )
}
