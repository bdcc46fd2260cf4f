import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Secrets } from '#server/adapters/secrets'
import { type Config, readConfig } from '#server/config'
import { writeBackup } from '#server/db/backup/write'
import { inLongTransaction } from '#server/db/connect'
import { verifyAuditIn } from '#server/features/base/audit/verify'
import { backUp } from '#server/features/console/backups/service'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { anchorsIn, isSignedWith, takeAnchor } from '#server/record/anchor/anchor'
import { compareAnchor, compareFile } from '#server/record/anchor/compare'
import { verifyRecordIn } from '#server/record/verify/verify'
import { type Actor, operatorOf, register } from '../support/actors.ts'
import { administrator } from '../support/administrator.ts'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { allSent, keepMails } from '../support/mails.ts'
import { parkOf, visit } from '../support/visit.ts'

// What the owner of the tables can do without a trace in the database: an anchor outside tells.
const KEY = 'la clave del registro de al menos 32'
const MAILBOX = 'quien-guarda@example.com'
const kept = keepMails()
let t: TestApp
let config: Config
let boss: Actor
let driver: Actor
let key: string
let number: string

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-anchors-'))
  config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, RECORD_KEY: KEY, ANCHOR_EMAIL: MAILBOX })
  t = await createTestApp({ config, mailer: kept.mailer })
  await register(t.app, 'supervisor')
  const gone = await register(t.app, 'supervisor')
  await visit(t, gone)
  boss = await register(t.app, 'supervisor')
  await boss.post('/api/supervisor/places', parkOf('Parque', { client: 'Cliente' }))
  const made = await visit(t, boss)
  expect((await boss.post('/api/evidence', { containerId: made.key })).status).toBe(200)
  driver = await operatorOf(t.app, boss)
  number = 'CSQU3054383'
  key = (await driver.post('/api/containers', { containerId: number, operationType: 'load' })).body
    .containerId
  await driver.post('/api/events', { containerId: key, eventType: 'en_route' })
  earlier = await anchor()
  await (await administrator(t.app)).delete(`/api/admin/supervisors/${gone.id}`)
})
afterAll(async () => {
  await t.close()
  await rm(config.dataDir, { recursive: true, force: true })
})
/** Before a supervisor was removed. */
let earlier: string

const anchor = (): Promise<string> =>
  inLongTransaction(t.deps.database, (tx) => takeAnchor(tx, t.clock.now(), KEY))

async function parsed(text: string) {
  const found = []
  for await (const each of anchorsIn(Readable.from([text]))) found.push(each)
  return found
}

/** What the anchor says while the owner's `changes` hold, and what `verify` by itself says of them. */
async function told(changes: string, line: string): Promise<{ alone: unknown[]; against: string | null }> {
  const [read] = await parsed(line)
  let said: { alone: unknown[]; against: string | null } = { alone: [], against: null }
  const tried = asOwner(t.deps.database, ({ orm }) =>
    orm.transaction(async (tx) => {
      await tx.execute(changes)
      said = {
        alone: [(await verifyRecordIn(tx)).fault, (await verifyAuditIn(tx)).fault],
        against: read ? await compareAnchor(tx, read, [KEY]) : 'no anchor',
      }
      tx.rollback()
    }),
  )
  await expect(tried).rejects.toThrow('Rollback')
  return said
}

/** The newest event, with everything in the database as if it had never been. */
const withoutNewest = () => `
  delete from events where container_id = '${key}' and position = 2;
  update containers c set version = 1, newest_position = 1, chain_head = e.chain_hash, current_status = e.event_type,
    last_completed_status = e.event_type, last_completed_time = e.timestamp, last_updated = e.timestamp
  from events e where c.container_id = '${key}' and e.container_id = c.container_id and e.position = 1;
  update event_counters set last_seq = last_seq - 1 where tenant_id = ${boss.id}`

/** The newest line of a chain, in the same way. */
const withoutLine = () => `
  alter table audit_log disable trigger user;
  delete from audit_log l using audit_chains c
  where c.chain = 'account:${boss.id}' and l.chain = c.chain and l.chain_position = c.lines;
  update audit_chains c set lines = l.chain_position, head = l.chain_hash from audit_log l
  where c.chain = 'account:${boss.id}' and l.chain = c.chain and l.chain_position = c.lines - 1`

describe('an anchor', () => {
  it('is one line without a quote, and says where every chain stands', async () => {
    const line = await anchor()
    expect(line).toMatch(/^acarreo-anchor \d{4}-\S+Z [\w:=.\- ]+ mac=[\w-]{43}$/)
    expect(line).toMatch(new RegExp(` record:${boss.id}=10\\.[\\w-]{22} `))
    expect(line).toMatch(/ audit:admin\S*=\d+\.[\w-]{22} /)
    expect(line).toMatch(/ removed:accounts=2\.[\w-]{22} /)
  })

  it('is found in a log and in a mail that broke its line, and is ours by its MAC alone', async () => {
    const line = await anchor()
    const log = `{"level":30,"job":"record_anchor","msg":"${line}"}\n{"level":30}\n`
    const mail = `Guarde este correo.\r\n\r\n${line.replaceAll(' ', '\r\n')}\r\n\r\nAcarreo`
    const found = await parsed(`${log}${mail}`)
    expect(found).toHaveLength(2)
    for (const each of found) expect(isSignedWith(each, [KEY])).toBe(true)
    const [changed] = await parsed(line.replace(/record:(\d+)=10/, 'record:$1=9'))
    expect(changed && isSignedWith(changed, [KEY])).toBe(false)
    const against = (text: string) => told('select', text).then((said) => said.against)
    expect(await against(line.replace(/=10\./, '=9.'))).toMatch(/^El ancla del \S+ fue alterada/)
    expect(await against(line.replace(/mac=.*/, 'mac='))).toMatch(/no está firmada/)
  })

  it('stands while the record only grows: presses, corrections, a removal', async () => {
    expect(await told('select', earlier)).toEqual({ alone: [null, null], against: null })
    const line = await anchor()
    await driver.post('/api/events', { containerId: key, eventType: 'stop_rest' })
    await boss.post(`/api/containers/${key}/corrections`, {
      ...{ kind: 'retraction', position: 3, reason: 'por error' },
    })
    expect((await told('select', line)).against).toBeNull()
    const { rows } = await t.deps.database.pool.query(
      `select seq from corrections where container_id = '${key}'`,
    )
    expect(rows).toHaveLength(1)
  })

  it('tells of the newest event, removed with head, counter and operation set back', async () => {
    const other = await operatorOf(t.app, boss)
    const { body } = await other.post('/api/containers', {
      containerId: 'TOLU4734787',
      operationType: 'load',
    })
    await other.post('/api/events', { containerId: body.containerId, eventType: 'en_route' })
    const said = await told(withoutNewest().replaceAll(key, body.containerId), await anchor())
    expect(said.alone).toEqual([null, null])
    expect(said.against).toMatch(
      new RegExp(`^Registro alterado: los primeros \\d+ registros del supervisor ${boss.id} no son`),
    )
  })

  it('tells of the newest audit line, removed with its head set back', async () => {
    const said = await told(withoutLine(), await anchor())
    expect(said.alone).toEqual([null, null])
    expect(said.against).toMatch(`Bitácora alterada: los primeros`)
    expect(said.against).toMatch(`cadena «account:${boss.id}»`)
  })

  it('tells of a record that was replaced under the same id, and of tombstones that are gone', async () => {
    const gone = `delete from tombstones; alter table audit_log disable trigger user;
      delete from audit_log where action = 'supervisor_deleted'`
    expect((await told(gone, await anchor())).against).toMatch(/Bitácora|cuentas eliminadas/)
    expect((await told(gone, earlier)).against).toMatch(/^Registro alterado: los primeros 8 registros/)
  })
})

describe('every day', () => {
  const job = productJobs({ timezone: 'UTC', backupHour: 3, auditCopy: null }).find(
    ({ name }) => name === 'record_anchor',
  )
  const run = async () => {
    const notes: string[] = []
    const outcome = job && (await runJob(job, t.deps, undefined, (line) => notes.push(line)))
    return { outcome, notes }
  }

  it('one goes into the log, the folder and a mail; the next tells when something is gone', async () => {
    const { outcome, notes } = await run()
    expect(outcome).toEqual({ kind: 'ran' })
    const log = () => readFile(join(config.dataDir, 'anchors.log'), 'utf8')
    expect(await log()).toBe(`${notes[0]}\n`)
    await allSent(t)
    expect(kept.mails.filter(({ to }) => to === MAILBOX)).toMatchObject([
      { text: expect.stringContaining(notes[0] ?? '-') },
    ])
    t.clock.advance(86_400_000)
    expect((await run()).outcome).toEqual({ kind: 'ran' })
    const [newest] = (await parsed(await log())).slice(-1)
    await appendFile(
      join(config.dataDir, 'anchors.log'),
      `${(await anchor()).replace(/ mac=.*/, '')} mac=otra\n`,
    )
    expect(newest && isSignedWith(newest, [KEY])).toBe(true)
    // After a change of the key, those of before are still ours.
    expect(newest && isSignedWith(newest, [`${KEY} nueva`, KEY])).toBe(true)
    t.clock.advance(86_400_000)
    const third = await run()
    expect(third.outcome).toMatchObject({ kind: 'failed', error: { message: /fue alterada/ } })
    t.clock.advance(86_400_000)
    expect((await run()).outcome).toEqual({ kind: 'ran' })
  })
})

describe('against a backup', () => {
  const keys = { recordKeys: [KEY] }
  let path: string
  beforeAll(async () => {
    path = join(config.dataDir, 'backups', (await backUp(t.deps)).file)
  })
  /** What is said while the owner's `changes` hold, which `undo` takes back. */
  const compare = (file = path) => compareFile(t.deps.database, file, keys)
  const whileChanged = (changes: string, file = path) =>
    asOwner(t.deps.database, async ({ orm, pool }) => {
      await orm.execute('create schema if not exists kept')
      for (const table of ['events', 'containers', 'event_counters', 'evidence_packs'])
        await orm.execute(`create table kept.${table} as table ${table}`)
      await orm.execute(changes)
      const said = await compare(file)
      await pool.query(`alter table corrections disable trigger user;
        insert into events overriding system value select * from kept.events k where not exists (select from events e where e.id = k.id);
        insert into evidence_packs overriding system value select * from kept.evidence_packs k
          where not exists (select from evidence_packs e where e.id = k.id);
        drop schema kept cascade; alter table corrections enable trigger user`)
      return said
    })

  it('carries an anchor in its head, and all of it stands', async () => {
    const [head = ''] = gunzipSync(await readFile(path))
      .toString()
      .split('\n')
    expect(JSON.parse(head)[1].anchor).toMatch(/^acarreo-anchor /)
    expect(await compare()).toBeNull()
    await boss.post('/api/users/operators', {
      username: 'otro.mas',
      displayName: 'Otro',
      password: 'secreta1',
    })
    expect(await compare()).toBeNull()
  })

  it('names the operation whose newest event is gone, and the pack that is', async () => {
    const { rows } = await t.deps.database.pool.query(
      `select container_id as key, version from containers where not is_active and supervisor_id = ${boss.id}`,
    )
    const [{ key: ended, version }] = rows
    const said = await whileChanged(
      `delete from events where container_id = '${ended}' and position = ${version}`,
    )
    expect(said).toMatch(/^Registro alterado: TEST\d+, sus primeros 8 registros no son los que había el/)
    expect(await whileChanged('delete from evidence_packs')).toMatch(/^Expediente faltante: el de huella/)
    expect(await compare()).toBeNull()
  })

  it('says of a text whether all its anchors stand, and that it has none', async () => {
    const file = join(config.dataDir, 'kept.txt')
    await writeFile(file, `${earlier}\n${await anchor()}\n`)
    expect(await compare(file)).toBeNull()
    await writeFile(file, 'nada')
    expect(await compare(file)).toMatch('no tiene ninguna línea')
  })

  it('does not take one that is not ours', async () => {
    const { orm } = t.deps.database
    const unsigned = await writeBackup({ orm, dataDir: config.dataDir, version: '0', key: undefined }, NOON)
    await expect(compare(join(config.dataDir, 'backups', unsigned.file))).rejects.toThrow('no está firmado')
  })
})

it('of the day is not repeated because its mail cannot be stored', async () => {
  const job = productJobs({ timezone: 'UTC', backupHour: 3, auditCopy: null }).find(
    ({ name }) => name === 'record_anchor',
  )
  const sessionSecrets = [] as unknown as Secrets
  const warned: string[] = []
  t.clock.advance(86_400_000)
  const outcome = job && (await runJob(job, { ...t.deps, sessionSecrets }, (line) => warned.push(line)))
  expect([outcome, warned]).toEqual([
    { kind: 'ran' },
    [expect.stringMatching('^El ancla no se envió por correo: ')],
  ])
})
