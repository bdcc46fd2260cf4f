import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import type { Audience } from '#contract/endpoints/endpoint'
import { systemClock } from '../adapters/clock.ts'
import { Problem, unauthorized } from './problem.ts'
import { createRateLimits } from './rate-limits.ts'
import { callerOf, enforceAudiences, supervisorOf } from './route-audience.ts'

function guarded(): FastifyInstance {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Problem ? reply.code(error.status).send(error.body()) : reply.send(error),
  )
  enforceAudiences(app, {
    administrator: () => async () => {
      throw unauthorized()
    },
    clock: systemClock,
    countRequest: () => {},
    hearDriver: () => {},
    rateLimits: createRateLimits(),
  })
  return app
}

it.each(['/api/forgotten', '/api/admin/forgotten', '/api', '/ws', '/api/docs-of-ours'])(
  '%s does not start without a declared audience',
  async (path) => {
    const app = guarded()
    const start = app.register(async (part) => {
      part.get(path, async () => 'open')
    })
    await expect(start.ready()).rejects.toThrow(`GET ${path} does not declare its audience`)
  },
)

it.each<[Audience, number]>([
  ['anyone', 200],
  ['signed-in', 401],
  ['operator', 401],
  ['supervisor', 401],
  ['administrator', 401],
])('a route for %s where no session is read answers %i', async (audience, status) => {
  const app = guarded()
  app.get('/api/here', { config: { audience } }, async () => 'open')
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await app.inject({ method, url: '/api/here' })).statusCode).toBe(status)
  }
})

it('a handler that reads what its audience does not promise does not compile', () => {
  const app = guarded()
  // @ts-expect-error nobody need be signed in
  app.get('/api/open', { config: { audience: 'anyone' } }, async (request) => callerOf(request))
  // @ts-expect-error a driver has no scope
  app.get('/api/driver', { config: { audience: 'operator' } }, async (request) => supervisorOf(request))
  app.get('/api/desk', { config: { audience: 'supervisor' } }, async (request) => supervisorOf(request))
})
