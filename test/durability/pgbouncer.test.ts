import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { connect, type Database } from '#server/db/connect'
import { systemSettings } from '#server/db/schema/console'
import { openAsOwner } from '#server/db/start/open'
import { DatabaseStartError } from '#server/db/start/start-errors'
import { backUp } from '#server/features/console/backups/service'
import { SESSION_COOKIE } from '#server/http/caller/session'
import type { Job } from '#server/jobs/job'
import { runJob } from '#server/jobs/run-job'
import { tellPerson } from '#server/log/tell'
import { block } from '../scripts/operations/document.ts'
import { operatorOf, register } from '../support/actors.ts'
import { createTestApp } from '../support/app.ts'
import { nextContainerNumber } from '../support/history.ts'
import { findPgBouncer, type PooledDatabase, startPooled } from '../support/processes/pgbouncer.ts'
import { REST_OF_TRIP } from '../support/whole-trip.ts'

const program = await findPgBouncer()
if (program === undefined)
  console.warn('No PgBouncer here: install it to run test/durability/pgbouncer.test.ts.')

/** Fewer than the product's processes use at once, so that every connection is shared. */
const CONNECTIONS = 4
/** As docs/operations.md says, but for the number of connections. */
const { default_pool_size: _, ...DOCUMENTED } = Object.fromEntries(
  [...block('operations › PgBouncer › ini').matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

describe.skipIf(program === undefined)('behind PgBouncer in transaction mode', () => {
  let pooled: PooledDatabase
  beforeAll(async () => {
    pooled = await startPooled(program ?? '', CONNECTIONS)
  }, 60_000)
  afterAll(() => pooled?.stop())

  const open = (databaseUrl: string, said: string[] = []): Promise<Database> =>
    openAsOwner(
      { dataDir: '', databaseUrl, databaseOwnerUrl: null },
      { tell: tellPerson((line) => said.push(line)), onError: () => {} },
    )

  it('the start says that PgBouncer refuses the settings', async () => {
    const opened = open(await pooled.urlThrough())
    await expect(opened).rejects.toThrow(DatabaseStartError)
    await expect(opened).rejects.toThrow(/rechaza los ajustes de Acarreo \(unsupported startup parameter/)
  })

  it('the start says which settings are lost', async () => {
    const opened = open(await pooled.urlThrough(DOCUMENTED))
    await expect(opened).rejects.toThrow('pierde ajustes de Acarreo (lock_timeout, statement_timeout)')
  })

  it('with the settings of the account everything works, in processes that share connections', async () => {
    await pooled.ask(block('operations › PgBouncer › sql'))
    const url = await pooled.urlThrough(DOCUMENTED)
    const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-pooled-'))
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
    const said: string[] = []
    // Together, as processes start: the migrations too run once.
    const databases = await Promise.all([open(url, said), open(url)])
    const [one, two] = await Promise.all(databases.map((database) => createTestApp({ database, config })))
    if (!one || !two) throw new Error('no app')
    try {
      expect(said.join()).toMatch('no conserva sentencias preparadas')
      await one.deps.database.orm
        .insert(systemSettings)
        .values({ settingKey: 'operator_limit', settingValue: '100' })
      const supervisors = await Promise.all(Array.from({ length: 4 }, () => register(one.app, 'supervisor')))
      const operators = await Promise.all(
        supervisors.flatMap((supervisor) => Array.from({ length: 3 }, () => operatorOf(one.app, supervisor))),
      )
      await Promise.all(
        operators.map(async (operator, i) => {
          // Every second driver is at the other process.
          const { app } = i % 2 === 0 ? one : two
          const start = { containerId: nextContainerNumber(), operationType: 'load' }
          const { body } = await operator.post('/api/containers', start)
          for (const eventType of REST_OF_TRIP) {
            const answer = await app.inject({
              method: 'POST',
              url: '/api/events',
              headers: { cookie: `${SESSION_COOKIE}=${operator.cookie}` },
              payload: { containerId: body.containerId, eventType, eventId: randomUUID() },
            })
            expect(answer.statusCode, answer.body).toBe(201)
          }
        }),
      )
      for (const supervisor of supervisors) {
        const count = 3 * (REST_OF_TRIP.length + 1)
        expect((await supervisor.get('/api/events?limit=1')).headers['x-total-count']).toBe(String(count))
        expect((await supervisor.get('/api/supervisor/kpis')).body).toMatchObject({ seq: count, failed: [] })
        expect((await supervisor.get('/api/events/export')).body.split('\r\n')).toHaveLength(count + 2)
      }
      await backUp(one.deps)

      let running = 0
      const job: Job = {
        name: 'alone',
        everyMs: 60_000,
        async run() {
          running++
          expect((await runJob(job, two.deps)).kind).toBe('held_elsewhere')
        },
      }
      expect((await runJob(job, one.deps)).kind).toBe('ran')
      expect((await runJob(job, two.deps)).kind).toBe('not_due')
      expect(running).toBe(1)
      // A lock that a session keeps would stay on a connection that is somebody else's by now.
      const ofHere = `database = (select oid from pg_database where datname = 'acarreo')`
      expect(await pooled.ask(`select * from pg_locks where locktype = 'advisory' and ${ofHere}`)).toEqual([])
    } finally {
      await Promise.all([one.close(), two.close()])
      await Promise.all(databases.map((database) => database.close()))
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('named statements would fail there, which is why there are none', async () => {
    const database = connect({ connectionString: await pooled.urlThrough(DOCUMENTED) })
    const ask = () => database.pool.query({ name: 'a_name', text: 'select pg_sleep(0.01)' })
    const asked = await Promise.allSettled(Array.from({ length: 40 }, ask))
    await database.close()
    expect(asked.filter(({ status }) => status === 'rejected')).not.toEqual([])
  })
})
