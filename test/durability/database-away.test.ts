import { expect, test } from 'vitest'
import { connect } from '#server/db/connect'
import { SESSION_COOKIE } from '#server/http/session'
import { register } from '../support/actors.ts'
import { createTestApp } from '../support/app.ts'

test('a database that is away costs nobody the session: 503, and the cookie stays', async () => {
  const here = await createTestApp()
  // The socket's folder is gone, as in the moment between two postmasters.
  const away = connect({ host: '/nonexistent/acarreo', port: 5432, user: 'acarreo', database: 'acarreo' })
  const blind = await createTestApp({ database: away })
  try {
    const supervisor = await register(here.app, 'supervisor')
    for (const url of ['/api/user', '/api/supervisor/operations']) {
      const answer = await blind.app.inject({
        url,
        headers: { cookie: `${SESSION_COOKIE}=${supervisor.cookie}` },
      })
      expect(answer.statusCode).toBe(503)
      expect(answer.json().code).toBe('unavailable')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await supervisor.get('/api/user')).status).toBe(200)
  } finally {
    await blind.close()
    await away.close()
    await here.close()
  }
})
