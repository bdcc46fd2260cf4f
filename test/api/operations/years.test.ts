import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, register } from '../../support/actors.ts'
import { type Administrator, atTheConsole } from '../../support/administrator.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
let boss: Actor
let admin: Administrator
beforeAll(async () => {
  t = await createTestApp()
  boss = await register(t.app, 'supervisor')
  admin = atTheConsole(t.app)
  await admin.login()
})
afterAll(() => t.close())

const FAR = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '0099-12-31T23:59:59Z',
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00+00:01',
  '2101-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
]
const NEAR = ['2000-01-01T00:00:00Z', '2100-12-31T23:59:59.999Z']

describe.each(['from', 'to'])('%s', (name) => {
  it.each([
    ['/api/events', (url: string) => boss.get(url)],
    ['/api/events/export', (url: string) => boss.get(url)],
    ['/api/admin/audit', (url: string) => admin.get(url)],
  ])('of %s is an instant of the years 2000 to 2100', async (path, ask) => {
    const status = async (at: string) => (await ask(`${path}?${name}=${encodeURIComponent(at)}`)).status
    for (const at of FAR) expect([at, await status(at)]).toEqual([at, 400])
    for (const at of NEAR) expect([at, await status(at)]).toEqual([at, 200])
  })
})

it('the time of a report is an instant of the years 2000 to 2100', async () => {
  const status = async (timestamp: string) =>
    (await boss.post('/api/reports', { month: '2026-03', operatorId: null, timestamp })).status
  for (const at of FAR) expect([at, await status(at)]).toEqual([at, 400])
  for (const at of NEAR) expect([at, await status(at)]).toEqual([at, 201])
})

it('a month is one of the years 2000 to 2099', async () => {
  for (const month of [
    '0000-01',
    '0000-00',
    '1999-12',
    '2100-01',
    '9999-12',
    '2026-00',
    '2026-13',
    '-001-01',
  ]) {
    const body = { month, operatorId: null }
    expect([month, (await boss.get(`/api/supervisor/kpis?month=${month}`)).status]).toEqual([month, 400])
    expect([month, (await boss.post('/api/reports', body)).status]).toEqual([month, 400])
    expect([month, (await boss.post('/api/reports/export', body)).status]).toEqual([month, 400])
  }
  for (const month of ['2000-01', '2099-12']) {
    expect((await boss.get(`/api/supervisor/kpis?month=${month}`)).status).toBe(200)
    expect((await boss.post('/api/reports', { month, operatorId: null })).status).toBe(201)
  }
})
