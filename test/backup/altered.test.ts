import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { BackupAltered, RestoreRefused } from '#server/db/backup/restore'
import { verifyBackup } from '#server/db/backup/verify'
import type { Database } from '#server/db/connect'
import { events } from '#server/db/schema/record'
import { judgeRestored } from '#server/features/console/backups/wholeness'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { verifyRecord } from '#server/record/verify/verify'
import { createTestApp, NOON, type TestApp } from '../support/app.ts'
import { lines } from '../support/audit.ts'
import { createOwnedDatabase, createTestDatabase, ownerDoes, restoreInto } from '../support/database.ts'

const WHOLE = join(import.meta.dirname, 'older', '24-3e6638e.ndjson.gz')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-altered-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A whole file with another content: counts and sum are right. */
async function changed(change: (text: string) => string): Promise<string> {
  const all = change(gunzipSync(await readFile(WHOLE)).toString())
    .trimEnd()
    .split('\n')
  const body = `${all.slice(0, -1).join('\n')}\n`
  const [word, end] = JSON.parse(all.at(-1) ?? '')
  const sha256 = createHash('sha256').update(body).digest('hex')
  const path = join(folder, 'changed.ndjson.gz')
  await writeFile(path, gzipSync(`${body}${JSON.stringify([word, { ...end, sha256 }])}\n`))
  return path
}
const withOtherEvent = () =>
  changed((text) => text.replace('"event_type":"en_route"', '"event_type":"stop_rest"'))
/** One id for the first two events, which are of one trip. */
const withTwoOfOneId = () =>
  changed((text) => {
    const [first = '', second = ''] = text.match(/"event_id":"[^"]+"/g) ?? []
    return text.replace(second, first)
  })
const withAuditLine = () =>
  changed((text) => text.replace('"action":"operator_created"', '"action":"logout"'))

describe('a file whose rows are not what was recorded', () => {
  let database: Database
  beforeEach(async () => {
    database = await createTestDatabase()
    return () => database.close()
  })
  const count = async () => (await database.orm.select().from(events)).length

  it('is refused when an event is there twice', async () => {
    const refused = restoreInto(database, await withTwoOfOneId())
    await expect(refused).rejects.toThrow(RestoreRefused)
    await expect(refused).rejects.toThrow(
      /^Los renglones no caben en la base de datos: .*events_once.* No se cambió nada\.$/,
    )
    expect(await count()).toBe(0)
  })

  it.each([
    ['an event', withOtherEvent, 'Registro alterado: TOLU4734787, el registro 2'],
    ['an audit line', withAuditLine, 'Bitácora alterada'],
  ])('is refused when it is %s, and the database stays as it was', async (_what, make, sentence) => {
    const refused = restoreInto(database, await make())
    await expect(refused).rejects.toThrow(BackupAltered)
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.toThrow('No se cambió nada.')
    // As the product's role: its tables and rights are there.
    expect(await count()).toBe(0)
    expect((await restoreInto(database, WHOLE)).fault).toBeNull()
    expect(await count()).toBe(31)
  })

  it('is restored as it is when that is wanted, and the fault is told', async () => {
    const { fault } = await restoreInto(database, await withOtherEvent(), { evenAltered: true })
    expect(fault).toContain('Registro alterado')
    expect(await count()).toBe(31)
    expect((await verifyRecord(database)).fault).toMatchObject({ kind: 'chain' })
  })

  it('is found by the verification of backups', async () => {
    const file = { path: await withOtherEvent(), judge: judgeRestored, counts: {}, now: NOON }
    await expect(verifyBackup(database, file)).rejects.toThrow(BackupAltered)
    await expect(verifyBackup(database, { ...file, path: WHOLE })).resolves.toBe(true)
  })

  it('is refused when its migrations are not the first of ours', async () => {
    const file = await changed((text) => text.replace(/"migrations":\[\{[^}]*\},/, '"migrations":['))
    await expect(restoreInto(database, file)).rejects.toThrow('versión más nueva')
  })
})

describe('the database that a backup is restored into', () => {
  it('may be that of a product that has been started and has made its first backup', async () => {
    const database = await createTestDatabase()
    const t = await createTestApp({ database, config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder }) })
    for (const job of productJobs({ timezone: 'UTC', backupHour: 3, auditCopy: null }))
      expect((await runJob(job, t.deps)).kind).toBe('ran')
    expect(await lines(t)).not.toEqual([])
    await t.close()
    await rm(join(folder, 'backups'), { recursive: true })
    expect((await restoreInto(database, WHOLE)).counts.events).toBe(31)
    await database.close()
  })

  it('stays as it is while something that is not of the product depends on its tables', async () => {
    const database = await createOwnedDatabase()
    await database.orm.execute(sql`create view late as select * from events`)
    const refused = restoreInto(database, WHOLE)
    await expect(refused).rejects.toThrow(RestoreRefused)
    await expect(refused).rejects.toThrow('other objects depend on them')
    await database.orm.execute(sql`drop view late`)
    await restoreInto(database, WHOLE)
    await database.close()
  })
})

describe('the nightly backup', () => {
  let altered: Database
  let t: TestApp
  beforeEach(async () => {
    altered = await createTestDatabase()
    await restoreInto(altered, WHOLE)
    await ownerDoes(altered, "update events set event_type = 'stop_rest' where event_type = 'start_trip'")
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })
    t = await createTestApp({ database: altered, config })
    return async () => {
      await t.close()
      await altered.close()
    }
  })
  const backUp = async (deps = t.deps) => {
    const [job] = productJobs({ timezone: 'UTC', backupHour: 3, auditCopy: null }).filter(
      ({ name }) => name === 'backups',
    )
    return job && runJob(job, deps)
  }
  const note = async () => (await lines(t)).at(-1)?.after
  const inFolder = (end: string) => expect.stringMatching(new RegExp(`${end}$`))

  it('of an altered record stays as a true copy; the job fails, says what is altered, and waits for the next night', async () => {
    const outcome = await backUp()
    const message = expect.stringContaining('Registro alterado: CSQU3054383')
    expect(outcome).toMatchObject({ kind: 'failed', error: { message } })
    expect(await note()).toMatchObject({ altered: message })
    expect(await readdir(join(folder, 'backups'))).toEqual([inFolder('gz')])
    t.clock.advance(60 * 60_000)
    expect(await backUp()).toEqual({ kind: 'not_due' })
  })

  it('that differs from a whole record is set aside, and the next attempt writes another', async () => {
    const whole = await createTestDatabase()
    await restoreInto(whole, WHOLE)
    await rm(join(folder, 'backups'), { recursive: true, force: true })
    const database = { ...altered, pool: whole.pool }
    expect(await backUp({ ...t.deps, database })).toMatchObject({ kind: 'failed' })
    expect(await note()).toMatchObject({ unsound: expect.stringContaining('Registro alterado') })
    expect(await readdir(join(folder, 'backups'))).toEqual([inFolder('unsound')])
    t.clock.advance(60 * 60_000)
    expect(await backUp({ ...t.deps, database })).toMatchObject({ kind: 'failed' })
    await whole.close()
  })
})
