import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { copyAudit, copyName } from '#server/features/base/audit/copy'
import { recordAudit } from '#server/features/base/audit/service'
import { SYSTEM_TRACE } from '#server/identity/trace'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { lines } from '../../support/audit.ts'

let t: TestApp
let folder: string

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-audit-'))
  return () => rm(folder, { recursive: true, force: true })
})

let counter = 0
const write = (tx: Parameters<typeof recordAudit>[0] = t.deps.database.orm) =>
  recordAudit(tx, SYSTEM_TRACE, t.clock.now(), { action: 'audit_pruned', after: { rows: ++counter } })
const copy = (now = t.clock.now()) => copyAudit(t.deps.database.orm, folder, now)
const read = async (name = copyName(t.clock.now())) =>
  (await readFile(join(folder, name), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it('holds every line once, with its hash, for the product alone', async () => {
  for (let n = 0; n < 3; n++) await write()
  const known = await lines(t)
  expect(await copy()).toBe(known.length)
  expect(await copy()).toBe(0)
  await write()
  expect(await copy()).toBe(1)
  const copied = await read()
  expect(copied.map(({ id }) => id)).toEqual((await lines(t)).map(({ id }) => id))
  expect(copied.map(({ position }) => position)).toEqual(copied.map((_, n) => n + 1))
  expect(copied.at(-1)).toMatchObject({ action: 'audit_pruned', after: { rows: counter } })
  expect(copied.at(-1).hash).toMatch(/^[\da-f]{64}$/)
  expect((await stat(join(folder, copyName(t.clock.now())))).mode & 0o777).toBe(0o600)
})

it('begins a file each day, and goes on where the one of before ended', async () => {
  await write()
  await copy()
  await write()
  const tomorrow = t.clock.now() + 86_400_000
  expect(await copy(tomorrow)).toBe(1)
  expect((await readdir(folder)).filter((name) => name.startsWith('audit-'))).toHaveLength(2)
  expect((await read(copyName(tomorrow))).map(({ after }) => after.rows)).toEqual([counter])
})

it('does not miss a line that was begun before another and is committed later', async () => {
  await copy()
  const { orm } = t.deps.database
  let open = (): void => {}
  const held = new Promise<void>((done) => {
    open = done
  })
  let begun = (): void => {}
  const isBegun = new Promise<void>((done) => {
    begun = done
  })
  // Of another chain, which does not wait for this one.
  const late = orm.transaction(async (tx) => {
    await recordAudit(tx, { kind: 'supervisor', id: 77, name: 'rosa', address: null }, t.clock.now(), {
      action: 'audit_pruned',
      after: { rows: 0 },
    })
    begun()
    await held
  })
  await isBegun
  await write()
  // It has the higher id.
  expect(await copy()).toBe(1)
  open()
  await late
  expect(await copy()).toBe(1)
  expect((await read()).slice(-2).map(({ actor }) => actor.kind)).toEqual(['system', 'supervisor'])
})

it('what was missed while the folder was away comes afterwards', async () => {
  const away = join(folder, 'away')
  await writeFile(away, '')
  const job = productJobs({ ...t.deps.config, auditCopy: join(away, 'audit') }).find(
    ({ name }) => name === 'audit_copy',
  )
  if (!job) throw new Error('no job')
  await write()
  expect((await runJob(job, t.deps)).kind).toBe('failed')
  await rm(away)
  t.clock.advance(60_000)
  expect((await runJob(job, t.deps)).kind).toBe('ran')
  const [file] = (await readdir(join(away, 'audit'))).filter((name) => name.startsWith('audit-'))
  const copied = (await readFile(join(away, 'audit', file ?? ''), 'utf8')).trimEnd().split('\n')
  expect(copied).toHaveLength((await lines(t)).length)
})

it('half a line of a crash spoils no other, and an older database is copied anew', async () => {
  await write()
  await copy()
  await appendFile(join(folder, copyName(t.clock.now())), '{"id":')
  await write()
  await copy()
  const text = (await readFile(join(folder, copyName(t.clock.now())), 'utf8')).trimEnd().split('\n')
  expect(text.at(-2)).toBe('{"id":')
  expect(JSON.parse(text.at(-1) ?? '').after.rows).toBe(counter)
  await writeFile(join(folder, 'positions.json'), '{"system":999999999}')
  expect(await copy()).toBe((await lines(t)).length)
})
