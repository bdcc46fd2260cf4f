import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemSettings } from '#server/db/schema/console'
import { type Actor, anonymous, operatorOf, register } from '../../support/actors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { setFlags } from '../../support/flags.ts'

let t: TestApp
let one: Actor
let two: Actor
let operator: Actor
let containerId: string

beforeAll(async () => {
  t = await createTestApp()
  one = await register(t.app, 'supervisor')
  two = await register(t.app, 'supervisor')
  operator = await operatorOf(t.app, one)
  const answer = await operator.post('/api/containers', {
    containerId: 'CSQU3054383',
    operationType: 'load',
    coordinates: { lat: 20.52, lng: -103.179 },
  })
  containerId = answer.body.containerId
  await operator.post('/api/events', { containerId, eventType: 'en_route' })
})
afterAll(() => t.close())

describe('a supervisor sees own rows only', () => {
  it('operations', async () => {
    expect((await one.get('/api/supervisor/operations')).body).toMatchObject({
      operations: [{ containerId, username: operator.username, version: 2 }],
      seq: 2,
    })
    expect((await two.get('/api/supervisor/operations')).body).toEqual({ operations: [], seq: 0 })
  })

  it('events', async () => {
    expect((await one.get('/api/events')).body).toHaveLength(2)
    expect((await one.get('/api/events?after=1')).body).toMatchObject([{ seq: 2, eventType: 'en_route' }])
    expect((await two.get('/api/events')).body).toEqual([])
    expect((await two.get('/api/events?after=0')).body).toEqual([])
    expect((await one.get(`/api/events/${containerId}`)).body).toHaveLength(2)
    expect((await two.get(`/api/events/${containerId}`)).status).toBe(404)
  })

  it('shared links', async () => {
    const answer = await one.post(`/api/containers/${containerId}/share`)
    expect(answer.status).toBe(201)
    expect(answer.body.url).toMatch(new RegExp(`^http://[^/]+/container/${containerId}$`))
    expect((await two.post(`/api/containers/${containerId}/share`)).status).toBe(404)
    expect((await one.post('/api/containers/CSQU3054383/share')).status).toBe(404)
  })

  it.each([
    ['GET', '/api/user'],
    ['GET', '/api/user/features'],
    ['GET', '/api/containers/active'],
    ['GET', '/api/events'],
    ['GET', '/api/events/CSQU3054383_AAAAAAAAAAAAAAAAAAAA'],
    ['GET', '/api/supervisor/operations'],
    ['GET', '/api/users/operators'],
    ['POST', '/api/containers'],
    ['POST', '/api/events'],
    ['POST', '/api/users/operators'],
    ['POST', '/api/live-token'],
    ['POST', '/api/containers/CSQU3054383_AAAAAAAAAAAAAAAAAAAA/share'],
  ])('%s %s asks for a session', async (method, url) => {
    const nobody = anonymous(t.app)
    const body =
      url === '/api/containers'
        ? { containerId: 'CSQU3054383' }
        : url === '/api/events'
          ? { containerId, eventType: 'arrived_at_park' }
          : { username: 'abcd', displayName: 'abcd', password: 'una secreta' }
    const answer = method === 'GET' ? await nobody.get(url) : await nobody.post(url, body)
    expect(answer.status).toBe(401)
    expect(answer.body.error).toBe('No autorizado')
  })

  it.each(['/api/supervisor/operations', '/api/events', '/api/users/operators'])(
    '%s is not for operators',
    async (url) => {
      expect((await operator.get(url)).status).toBe(403)
    },
  )

  it.each(['/api/containers/active'])('%s is not for supervisors', async (url) => {
    expect((await one.get(url)).status).toBe(403)
  })
})

describe('premium flags', () => {
  const set = (values: object) => setFlags(t.deps, one, values)

  it('gate the API, and are off after their expiry', async () => {
    await set({ realTimeInfo: false, operationLogs: false, linkSharing: false })
    for (const answer of [
      await one.get('/api/supervisor/operations'),
      await one.get('/api/events'),
      await one.get('/api/events?after=0'),
      await one.post(`/api/containers/${containerId}/share`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.error).toBe('Función premium no disponible')
    }
    await set({ realTimeInfo: true, operationLogs: true, linkSharing: true })
    expect((await one.get('/api/supervisor/operations')).status).toBe(200)

    await set({ premiumExpirationDate: new Date(t.clock.now()) })
    expect((await one.get('/api/supervisor/operations')).status).toBe(403)
    expect((await one.get('/api/user/features')).body.features).toMatchObject({
      realTimeInfo: false,
      premiumActivated: false,
    })
    expect((await one.get('/api/users/operators')).status).toBe(200)
    await set({ premiumExpirationDate: null })
  })
})

describe('the tracking page', () => {
  const nobody = () => anonymous(t.app)

  it('shows everything with the link', async () => {
    const { status, body } = await nobody().get(`/api/public/containers/${containerId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      containerId,
      visibility: 'full',
      // The name, not the user name.
      username: `Chofer ${operator.username}`,
      coordinates: { lat: 20.52, lng: -103.179 },
      currentStatus: 'Viajando al parque',
    })
    expect(body).not.toHaveProperty('userId')
    expect(body).not.toHaveProperty('displayName')
    const events = await nobody().get(`/api/public/events/${containerId}`)
    expect(events.body.map((e: { eventType: string }) => e.eventType)).toEqual(['en_route', 'start_trip'])
    expect(JSON.stringify(events.body)).not.toContain(operator.username)
  })

  it('shows neither driver nor position nor key for a bare number', async () => {
    const { status, body } = await nobody().get('/api/public/containers/CSQU3054383')
    expect(status).toBe(200)
    expect(body).toMatchObject({ visibility: 'times', username: null, coordinates: null, location: null })
    const events = await nobody().get('/api/public/events/CSQU3054383')
    const text = JSON.stringify([body, events.body])
    expect(text).not.toContain(containerId)
    expect(text).not.toContain(operator.username)
    expect(text).not.toContain('103.179')
  })

  it('follows the setting public_tracking', async () => {
    const { orm } = t.deps.database
    await orm.insert(systemSettings).values({ settingKey: 'public_tracking', settingValue: 'link' })
    expect((await nobody().get('/api/public/containers/CSQU3054383')).status).toBe(404)
    expect((await nobody().get(`/api/public/containers/${containerId}`)).status).toBe(200)
    await orm.update(systemSettings).set({ settingValue: 'full' })
    expect((await nobody().get('/api/public/containers/CSQU3054383')).body.username).toBe(
      `Chofer ${operator.username}`,
    )
    await orm.delete(systemSettings)
  })

  it.each(['nada', 'CSQU3054385', 'CSQU3054383_corta', '%00', "x'--", 'CSQU3054383_AAAAAAAAAAAAAAAAAAAA'])(
    'answers 404 for %s',
    async (text) => {
      const answer = await nobody().get(`/api/public/containers/${encodeURIComponent(text)}`)
      expect(answer.status).toBe(404)
      expect(answer.body.error).toBe('No se encontró información para este contenedor')
    },
  )

  it('answers 304 until something changes', async () => {
    const first = await nobody().get(`/api/public/containers/${containerId}`)
    const again = await nobody().get(`/api/public/containers/${containerId}`, {
      'if-none-match': String(first.headers.etag),
    })
    expect(again.status).toBe(304)
  })
})
