import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { type Actor, anonymous, operatorOf, PASSWORD, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'
import { ownerDoes } from '../../support/database.ts'

let t: TestApp
let boss: Actor

beforeAll(async () => {
  t = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: '1' }),
  })
  boss = await register(t.app, 'supervisor', 'jefa')
})
afterAll(() => t.close())

const newest = async () => (await lines(t)).at(-1)
const create = (username: string, extra: object = {}) =>
  boss.post('/api/users/operators', { username, displayName: 'Juan Pérez', password: PASSWORD, ...extra })

describe('what a line tells', () => {
  it('of a created operator: who, from where, when, and the new values', async () => {
    const { body } = await create('auditado', { phone: '3312345678' })
    expect(await newest()).toMatchObject({
      at: new Date(t.clock.now()),
      actorKind: 'supervisor',
      actorId: boss.id,
      actorName: 'jefa',
      address: '127.0.0.1',
      action: 'operator_created',
      target: 'auditado',
      targetId: body.id,
      before: null,
      after: { displayName: 'Juan Pérez', phone: '3312345678' },
    })
  })

  it('of a changed operator: before and after', async () => {
    const { body } = await create('cambiado', { phone: '3312345678' })
    t.clock.advance(60_000)
    await boss.put(`/api/users/operators/${body.id}`, { displayName: 'Juan Gómez', phone: null })
    expect(await newest()).toMatchObject({
      at: new Date(t.clock.now()),
      action: 'operator_changed',
      target: 'cambiado',
      before: { displayName: 'Juan Pérez', phone: '3312345678' },
      after: { displayName: 'Juan Gómez', phone: null },
    })
  })

  it('of two concurrent changes: the second starts from the result of the first', async () => {
    const { body } = await create('disputado')
    const names = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis']
    await Promise.all(
      names.map((displayName) => boss.put(`/api/users/operators/${body.id}`, { displayName })),
    )
    const chain = (await lines(t)).filter((l) => l.action === 'operator_changed' && l.targetId === body.id)
    expect(chain).toHaveLength(6)
    expect(chain.map((line) => line.before?.displayName)).toEqual([
      'Juan Pérez',
      ...chain.slice(0, -1).map((line) => line.after?.displayName),
    ])
  })

  it('of a new password: that it changed, and whether it must be replaced', async () => {
    const { body } = await create('reclave')
    await boss.put(`/api/users/operators/${body.id}`, { password: 'otra clave secreta' })
    expect(await newest()).toMatchObject({
      action: 'operator_password_changed',
      target: 'reclave',
      targetId: body.id,
      before: null,
      after: { mustChangePassword: false },
    })
  })

  it('of a deleted operator: what was deleted', async () => {
    const { body } = await create('despedido')
    await boss.post('/api/reports', { month: '2026-03', operatorId: body.id })
    await boss.post('/api/reports', { month: '2026-03' })
    await boss.delete(`/api/users/operators/${body.id}`)
    expect(await newest()).toMatchObject({
      action: 'operator_deleted',
      target: 'despedido',
      targetId: body.id,
      // The report about him is deleted with him.
      before: { displayName: 'Juan Pérez', phone: null, reports: 1 },
      after: null,
    })
  })

  it('of an invited driver: the driver, and who invited them', async () => {
    const { body } = await boss.post('/api/users/invitations')
    expect(await newest()).toMatchObject({
      action: 'invitation_created',
      actorId: boss.id,
      after: { expiresAt: body.expiresAt },
    })
    const driver = await anonymous(t.app).post(
      '/api/register',
      {
        username: 'invitada',
        password: PASSWORD,
        displayName: 'Ana',
        email: 'ana@example.com',
        acceptedTerms: true,
        invitation: new URL(body.url).searchParams.get('invitation'),
      },
      { 'x-forwarded-for': '203.0.113.9' },
    )
    expect(await newest()).toMatchObject({
      action: 'operator_created',
      actorKind: 'operator',
      actorId: driver.body.id,
      actorName: 'invitada',
      address: '203.0.113.9',
      target: 'invitada',
      targetId: driver.body.id,
      after: { displayName: 'Ana', phone: null, invitedBy: 'Nombre de jefa' },
    })
  })

  it('of revoked invitations: how many were still valid', async () => {
    await boss.delete('/api/users/invitations')
    await boss.post('/api/users/invitations')
    t.clock.advance(8 * 86_400_000)
    await boss.post('/api/users/invitations')
    await boss.post('/api/users/invitations')
    await boss.delete('/api/users/invitations')
    expect(await newest()).toMatchObject({ action: 'invitations_revoked', before: { invitations: 2 } })
  })

  it('of reports: month and operator, saved, exported, deleted', async () => {
    const operator = await operatorOf(t.app, boss, 'medido')
    const { body } = await boss.post('/api/reports', { month: '2026-03', operatorId: operator.id })
    const after = { month: '2026-03', operatorId: operator.id, operator: 'Chofer medido' }
    expect(await newest()).toMatchObject({
      action: 'report_saved',
      target: '2026-03',
      targetId: body.id,
      after,
    })
    await boss.post('/api/reports/export', { month: '2026-03', operatorId: operator.id })
    expect(await newest()).toMatchObject({ action: 'report_exported', target: '2026-03', after })
    await boss.delete(`/api/reports/${body.id}`)
    expect(await newest()).toMatchObject({
      action: 'report_deleted',
      target: '2026-03',
      targetId: body.id,
      before: { month: '2026-03', operatorId: operator.id },
    })
  })

  it('of an export of the history: filters and row count, operation keys without their token', async () => {
    const operator = await operatorOf(t.app, boss, 'exportado')
    const started = await operator.post('/api/containers', {
      containerId: 'CSQU3054383',
      operationType: 'load',
    })
    const key: string = started.body.containerId
    const query = `?days=7&operatorId=${operator.id}&containerId=${key}&eventType=start_trip&q=${key.toLowerCase()}`
    const answer = await boss.get(`/api/events/export${query}`)
    expect(answer.headers['x-total-count']).toBe('0')
    expect(await newest()).toMatchObject({
      action: 'history_exported',
      after: {
        rows: 0,
        days: 7,
        operatorId: [operator.id],
        containerId: ['CSQU3054383'],
        eventType: ['start_trip'],
        q: 'csqu3054383',
      },
    })
    await boss.get('/api/events/export')
    expect((await newest())?.after).toEqual({ rows: 1 })
  })

  it('of a shared link: the container', async () => {
    const operator = await operatorOf(t.app, boss, 'compartido')
    const { body } = await operator.post('/api/containers', {
      containerId: 'MSCU6639870',
      operationType: 'unload',
    })
    await boss.post(`/api/containers/${body.containerId}/share`)
    expect(await newest()).toMatchObject({
      action: 'link_shared',
      target: 'MSCU6639870',
      after: { operator: 'compartido', operationType: 'unload' },
    })
  })
})

describe('the address', () => {
  it('is the one that a trusted proxy reports', async () => {
    await boss.post('/api/users/invitations', undefined, { 'x-forwarded-for': '198.51.100.7, 203.0.113.5' })
    // One hop is trusted; what the client itself claims is not.
    expect((await newest())?.address).toBe('203.0.113.5')
  })

  it('is the peer’s where no proxy is trusted; headers are ignored', async () => {
    const own = await createTestApp()
    const other = await register(own.app, 'supervisor')
    await other.post('/api/users/invitations', undefined, { 'x-forwarded-for': '203.0.113.5' })
    expect((await lines(own)).map((line) => line.address)).toEqual(['127.0.0.1'])
    await own.close()
  })
})

describe('a change and its line', () => {
  const count = async () => (await lines(t)).length
  const run = (text: string) => ownerDoes(t.deps.database, text)

  it('roll back together: a refused change leaves no line', async () => {
    const operator = await operatorOf(t.app, boss, 'ocupado')
    await operator.post('/api/containers', { containerId: 'TGHU7654329', operationType: 'load' })
    const before = await count()
    const refused = [
      await create('ocupado'),
      await create('x', { password: '' }),
      await boss.put('/api/users/operators/2000000000', { displayName: 'Nadie' }),
      await boss.put('/api/users/operators/2000000000', { password: PASSWORD }),
      await boss.delete('/api/users/operators/2000000000'),
      await boss.delete(`/api/users/operators/${operator.id}`),
      await boss.delete('/api/reports/2000000000'),
      await boss.post('/api/reports/export', { month: '2026-03', operatorId: 2_000_000_000 }),
      await boss.post('/api/containers/CSQU3054383_aaaaaaaaaaaaaaaaaaaaaa/share'),
      await boss.get('/api/events/export?days=8'),
      await operator.post('/api/users/invitations'),
      await anonymous(t.app).post('/api/users/invitations'),
    ]
    expect(refused.map((answer) => answer.status)).toEqual([
      409, 400, 404, 404, 404, 409, 404, 404, 404, 400, 403, 401,
    ])
    expect(await count()).toBe(before)
  })

  it('roll back together: a commit that fails leaves no line', async () => {
    await run(`create function refuse_late() returns trigger language plpgsql as
      $$ begin raise exception 'too late' using errcode = 'check_violation'; end $$`)
    await run(`create constraint trigger refuse_late after insert on users deferrable initially deferred
      for each row when (new.username = 'tardío') execute function refuse_late()`)
    const before = await count()
    expect((await create('tardío')).status).toBe(500)
    expect(await count()).toBe(before)
    await run('drop trigger refuse_late on users')
  })

  it('roll back together: without its line there is no change', async () => {
    const free = (await create('libre')).body
    await run(`create function refuse_line() returns trigger language plpgsql as
      $$ begin raise exception 'no paper' using errcode = 'check_violation'; end $$`)
    await run(
      'create trigger refuse_line before insert on audit_log for each row execute function refuse_line()',
    )
    const operators = async () => (await boss.get('/api/users/operators')).body
    const before = await operators()
    expect((await create('sinrastro')).status).toBe(500)
    expect((await boss.put(`/api/users/operators/${free.id}`, { displayName: 'Otro' })).status).toBe(500)
    expect((await boss.put(`/api/users/operators/${free.id}`, { password: 'otra clave' })).status).toBe(500)
    expect((await boss.delete(`/api/users/operators/${free.id}`)).status).toBe(500)
    expect((await boss.post('/api/users/invitations')).status).toBe(500)
    // No export is sent either.
    expect((await boss.get('/api/events/export')).status).toBe(500)
    expect(await operators()).toEqual(before)
    expect(
      (await anonymous(t.app).post('/api/login', { username: 'libre', password: PASSWORD })).status,
    ).toBe(500)
    await run('drop trigger refuse_line on audit_log')
  })

  it.each([
    "update audit_log set actor_name = 'nadie'",
    'delete from audit_log where id = (select max(id) from audit_log)',
    'delete from audit_log',
    'truncate audit_log',
    'truncate audit_log, system_settings',
    "insert into audit_log (id, at, actor_kind, actor_name, action) values (1, now(), 'admin', 'x', 'y')",
  ])('stand for good: the database refuses %s', async (statement) => {
    const before = await lines(t)
    expect(before.length).toBeGreaterThan(10)
    await expect(run(statement)).rejects.toThrow(/append only|cannot insert a non-DEFAULT value/)
    expect(await lines(t)).toEqual(before)
  })

  it('are permanent: the log has no route but GET', async () => {
    const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string) =>
      t.app.inject({ method, url, headers: { 'x-admin-key': ADMIN_KEY }, payload: {} })
    const { id } = (await newest()) ?? { id: 0 }
    const before = await lines(t)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      for (const url of ['/api/admin/audit', `/api/admin/audit/${id}`]) {
        expect((await send(method, url)).statusCode).toBe(404)
      }
    }
    expect(await lines(t)).toEqual(before)
  })

  it('are not written for a driver’s steps or a read', async () => {
    const operator = await operatorOf(t.app, boss, 'callado')
    const before = await count()
    const { body } = await operator.post('/api/containers', {
      containerId: 'OOLU1234560',
      operationType: 'load',
    })
    await operator.post('/api/events', { containerId: body.containerId, eventType: 'register' })
    for (const url of ['/api/users/operators', '/api/events', '/api/reports', '/api/supervisor/kpis']) {
      expect((await boss.get(url)).status).toBe(200)
    }
    expect(await count()).toBe(before)
  })
})

describe('a name', () => {
  it('stays when the account is deleted', async () => {
    const { body } = await create('efímero')
    await boss.delete(`/api/users/operators/${body.id}`)
    const own = (await lines(t)).filter((line) => line.targetId === body.id)
    expect(own.map((line) => [line.action, line.target])).toEqual([
      ['operator_created', 'efímero'],
      ['operator_deleted', 'efímero'],
    ])
    expect(await t.deps.database.orm.execute(sql`select 1 from users where id = ${body.id}`)).toMatchObject({
      rowCount: 0,
    })
  })
})
