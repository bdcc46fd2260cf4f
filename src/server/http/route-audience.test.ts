import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import type { Audience, Endpoint } from '#contract/endpoints/endpoint'
import { plainClock } from '../adapters/clock.ts'
import { Problem, unauthorized } from './answer/problem.ts'
import { createRateLimits } from './limits/rate-limits.ts'
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
    clock: plainClock(Date.now),
    countRequest: () => {},
    countStranger: () => {},
    hearDriver: () => {},
    isUnderMaintenance: () => false,
    owed: () => null,
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

it.each<Audience>(['anyone', 'signed-in', 'operator', 'supervisor', 'administrator'])(
  'a route for %s does not start without a declared cost',
  async (audience) => {
    const app = guarded()
    const start = app.register(async (part) => {
      part.get('/forgotten', { config: { audience } }, async () => 'open')
    })
    await expect(start.ready()).rejects.toThrow('GET /forgotten does not declare its cost')
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
  app.get('/api/here', { config: { audience, cost: 'light' } }, async () => 'open')
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await app.inject({ method, url: '/api/here' })).statusCode).toBe(status)
  }
})

it('a handler that reads what its audience does not promise does not compile', () => {
  const app = guarded()
  const cost = 'light'
  // @ts-expect-error nobody need be signed in
  app.get('/api/open', { config: { audience: 'anyone', cost } }, async (request) => callerOf(request))
  // @ts-expect-error a driver has no scope
  app.get('/api/driver', { config: { audience: 'operator', cost } }, async (request) => supervisorOf(request))
  const config = { audience: 'supervisor', cost } as const
  app.get('/api/desk', { config }, async (request) => supervisorOf(request))
})

it('an endpoint without a cost does not compile', () => {
  const declared = { tag: 'Cuenta', summary: 'Quien llama', audience: 'signed-in' } as const
  // @ts-expect-error it says nothing of what it takes from others
  declared satisfies Endpoint
  const whole = { ...declared, cost: 'light' } as const
  whole satisfies Endpoint
})
