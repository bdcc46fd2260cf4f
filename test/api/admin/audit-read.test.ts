import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntryResponse } from '#contract/http/console/audit'
import { auditPage } from '#server/features/base/audit/queries'
import { anonymous, register } from '../../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp, testClock } from '../../support/app.ts'
import { ownerDoes } from '../../support/database.ts'

let t: TestApp

const ROWS = 100_000
/** Four lines share each instant: pages must neither skip nor repeat one. */
const SHARING = 4
const FIRST = Date.parse('2026-01-01T00:00:00Z')

beforeAll(async () => {
  // Before all lines of this test: the doors write some too.
  t = await createTestApp({ clock: testClock(FIRST - 86_400_000) })
  // Mostly supervisors, a few from the system; one action that is rare and old.
  await t.deps.database.pool.query(
    `insert into audit_log (at, actor_kind, actor_id, actor_name, address, action, target, target_id, before, after)
     select to_timestamp($1::double precision / 1000) + (i / ${SHARING}) * interval '1 second',
       case when i % 1000 = 0 then 'system' when i % 10 = 0 then 'admin' else 'supervisor' end,
       case when i % 10 = 0 then null else i % 50 end,
       case when i % 1000 = 0 then 'Acarreo' when i % 10 = 0 then 'Administrador' else 'Jefa' || i % 50 end,
       '203.0.113.' || i % 200,
       case when i < 20 then 'supervisor_deleted' when i % 3 = 0 then 'operator_changed' else 'link_shared' end,
       'objeto_' || i, i, '{"displayName": "Antes"}', '{"displayName": "Después"}'
     from generate_series(0, $2::integer - 1) as i`,
    [FIRST, ROWS],
  )
  await ownerDoes(t.deps.database, 'analyze audit_log')
})
afterAll(() => t.close())

const read = (query = '', headers: Record<string, string> = { 'x-admin-key': ADMIN_KEY }) =>
  anonymous(t.app).get(`/api/admin/audit${query}`, headers)

async function entries(query: string): Promise<AuditEntryResponse[]> {
  const { status, body } = await read(query)
  expect(status).toBe(200)
  return body.entries
}

describe('the log', () => {
  it('is for the administrator only', async () => {
    expect((await read('', {})).status).toBe(401)
    expect((await read('', { 'x-admin-key': 'wrong' })).status).toBe(401)
    expect((await read(`?adminKey=${ADMIN_KEY}`, {})).status).toBe(401)
    const boss = await register(t.app, 'supervisor')
    expect((await boss.get('/api/admin/audit')).status).toBe(401)
  })

  it('comes newest first, field by field', async () => {
    const [newest] = await entries('?limit=1')
    const i = ROWS - 1
    expect(newest).toEqual({
      id: ROWS,
      at: new Date(FIRST + Math.floor(i / SHARING) * 1000).toISOString(),
      actor: { kind: 'supervisor', id: 49, name: 'Jefa49' },
      address: '203.0.113.199',
      action: 'operator_changed',
      target: `objeto_${i}`,
      targetId: i,
      before: { displayName: 'Antes' },
      after: { displayName: 'Después' },
    })
    expect((await entries('')).length).toBe(50)
  })

  it('is paged without gaps or repeated rows, also while lines are added', async () => {
    const seen: number[] = []
    let query = '?limit=7'
    for (let page = 0; page < 6; page++) {
      const { body } = await read(query)
      seen.push(...body.entries.map((entry: AuditEntryResponse) => entry.id))
      query = `?limit=7&cursor=${body.nextCursor}`
      await t.deps.database.pool.query(
        "insert into audit_log (at, actor_kind, actor_name, action) values ('2027-01-01', 'system', 'Acarreo', 'premium_expired')",
      )
    }
    expect(seen).toEqual(Array.from({ length: 42 }, (_, i) => ROWS - i))
  })

  it('ends: the last page has no cursor', async () => {
    const first = await read('?action=supervisor_deleted&limit=15')
    expect(first.body.entries).toHaveLength(15)
    const last = await read(`?action=supervisor_deleted&limit=15&cursor=${first.body.nextCursor}`)
    expect(last.body.entries.map((entry: AuditEntryResponse) => entry.targetId)).toEqual([4, 3, 2, 1, 0])
    expect(last.body.nextCursor).toBeNull()
    expect((await read('?action=supervisor_deleted&limit=20')).body.nextCursor).toBeNull()
  })

  it('is narrowed by actor, action, time and text, all at once', async () => {
    const at = (second: number) => new Date(FIRST + second * 1000).toISOString()
    const period = `&from=${at(250)}&to=${at(252)}`
    const ids = async (query: string) => (await entries(query)).map((entry) => entry.targetId)
    expect(await ids(`?${period}`)).toEqual([1007, 1006, 1005, 1004, 1003, 1002, 1001, 1000])
    expect(await ids(`?actor=system${period}`)).toEqual([1000])
    expect(await ids(`?actor=supervisor&action=operator_changed${period}`)).toEqual([1005, 1002])
    expect(await ids(`?q=JEFA5${period}`)).toEqual([1005])
    expect(await ids('?q=objeto_99998')).toEqual([99998])
    expect(await ids(`?q=203.0.113.5${period}`)).toEqual([1005])
    // In another zone's spelling, the same instants.
    expect(
      await ids(`?from=2025-12-31T18:00:00-06:00&to=${encodeURIComponent('2026-01-01T02:00:01+02:00')}`),
    ).toEqual([3, 2, 1, 0])
  })

  it.each(['objeto%99998', 'objeto.99998', '%', '_9999_', '\\', "' or true --"])(
    'takes %j as text and nothing else',
    async (q) => {
      const found = await entries(`?q=${encodeURIComponent(q)}`)
      expect(found.filter((entry) => !`${entry.actor.name} ${entry.target}`.includes(q))).toEqual([])
      expect(found).toEqual([])
    },
  )

  it.each([
    '?q=%00',
    '?limit=0',
    '?limit=201',
    '?limit=x',
    '?actor=nobody',
    '?action=drop',
    '?from=yesterday',
    '?cursor=x',
    '?cursor=',
    `?q=${'x'.repeat(101)}`,
  ])('refuses %s', async (query) => {
    const answer = await read(query)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('validation')
  })

  it.each(['2000-01-01T00:00:00Z', '2100-12-31T23:59:59Z'])('can be asked about %s', async (instant) => {
    expect((await read(`?from=${instant}`)).status).toBe(200)
    expect((await read(`?to=${instant}`)).status).toBe(200)
  })
})

describe('with a hundred thousand lines', () => {
  const NOTHING = { actor: null, action: null, text: null, from: null, to: null }
  const place = { timestamp: FIRST + 12_500_000, id: 50_002 }

  async function plan(match: Partial<typeof NOTHING>, from: typeof place | null) {
    const { sql, params } = auditPage(
      t.deps.database.orm,
      { ...NOTHING, ...match },
      { cursor: from, limit: 51 },
    ).toSQL()
    const { rows } = await t.deps.database.pool.query(`explain (analyze, format json) ${sql}`, params)
    const [{ Plan: root }] = rows[0]['QUERY PLAN']
    const nodes: Record<string, unknown>[] = []
    const walk = (node: Record<string, unknown>): void => {
      nodes.push(node)
      for (const child of (node.Plans as Record<string, unknown>[] | undefined) ?? []) walk(child)
    }
    walk(root)
    const scan = nodes.find((node) => String(node['Node Type']).includes('Scan')) ?? {}
    return {
      index: scan['Index Name'],
      looked: Number(scan['Actual Rows']) + Number(scan['Rows Removed by Filter'] ?? 0),
    }
  }

  it.each([
    ['the first page', {}, null],
    ['a page in the middle', {}, place],
    ['one of an action', { action: 'link_shared' }, place],
    ['one of a kind of actor', { actor: 'admin' }, place],
    ['one of a time', { from: new Date(FIRST + 9_000_000), to: new Date(FIRST + 10_000_000) }, null],
  ] as const)('%s is found in an index, looking at little more than it shows', async (_what, match, from) => {
    const { index, looked } = await plan(match as Partial<typeof NOTHING>, from)
    expect(index).toMatch(/^audit_log_(at|action)$/)
    expect(looked).toBeLessThan(1_000)
  })

  it('a rare old action is found by index, without a scan of the others', async () => {
    const { index, looked } = await plan({ action: 'supervisor_deleted' } as never, null)
    expect(index).toBe('audit_log_action')
    expect(looked).toBeLessThanOrEqual(20)
  })
})
