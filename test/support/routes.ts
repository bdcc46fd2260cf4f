import type { FastifyInstance } from 'fastify'

/** Every route that the app answers, hidden ones too, as `METHOD /path/:param`; read from the router itself. */
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
