import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/config'
import { run as check } from '#server/doctor/check'
import { targetCheck } from '#server/doctor/target'
import { ownMetrics } from '#server/http/watch/metrics'
import { productJobs } from '#server/jobs/product-jobs'
import { runJob } from '#server/jobs/run-job'
import { anonymous, register } from '../support/actors.ts'
import { ADMIN_KEY, createTestApp, type TestApp } from '../support/app.ts'
import { lines } from '../support/audit.ts'
import { createNamedDatabase, ownerDoes } from '../support/database.ts'
import { parseMetrics } from '../support/prometheus.ts'
import { S3_BUCKET, type S3Server, s3Server, s3Variables } from '../support/s3-server.ts'

const DAY = 86_400_000
const MINUTE = 60_000

let s3: S3Server
let key: string

beforeAll(async () => {
  s3 = await s3Server()
  key = await generateX25519Identity()
})
afterAll(() => s3.close())

interface Installation {
  t: TestApp
  dataDir: string
  here(): Promise<string[]>
  night(): Promise<unknown>
  since(count: number): Promise<{ action: string; target: string | null; after: unknown }[]>
  gauge(name: string): Promise<number | undefined>
}

/** A product of its own with these variables. */
async function installed(variables: Record<string, string>): Promise<Installation & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-offsite-'))
  const t = await createTestApp({
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...variables }),
  })
  await register(t.app, 'supervisor')
  const job = productJobs(t.deps.config).find(({ name }) => name === 'backups')
  if (!job) throw new Error('no job')
  return {
    t,
    dataDir,
    here: async () => (await readdir(join(dataDir, 'backups'))).sort(),
    async night() {
      const outcome = await runJob(job, t.deps)
      return outcome.kind === 'failed' ? (outcome.error as Error).message : outcome.kind
    },
    since: async (count) =>
      (await lines(t)).slice(count).map(({ action, target, after }) => ({ action, target, after })),
    async gauge(name) {
      const text = await ownMetrics(t.app).metrics()
      return parseMetrics(text).get(name)?.samples[0]?.value
    },
    async [Symbol.asyncDispose]() {
      await t.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const VERIFIED = 'acarreo_backup_verified_timestamp_seconds'
const COPIED = 'acarreo_backup_copied_timestamp_seconds'
const onS3 = () => ({
  BACKUP_TARGET: `s3://${S3_BUCKET}/planta`,
  BACKUP_KEY: key,
  RECORD_KEY: 'la clave del registro de al menos 32',
  ...s3Variables(s3),
})

describe('the night', () => {
  it('copies its backup to a bucket, from where it is restored', async () => {
    await using it = await installed(onS3())
    const before = (await lines(it.t)).length
    expect([await it.gauge(VERIFIED), await it.gauge(COPIED)]).toEqual([0, 0])
    expect(await it.night()).toBe('ran')
    const [file = ''] = await it.here()
    const bytes = await readFile(join(it.dataDir, 'backups', file))
    expect(s3.objects.get(`planta/${file}`)?.equals(bytes)).toBe(true)
    expect(await it.since(before)).toEqual([
      { action: 'backup_written', target: null, after: { file, bytes: bytes.length, verified: true } },
      { action: 'backup_copied', target: 's3://respaldos/planta', after: { file, bytes: bytes.length } },
    ])
    const now = it.t.clock.now() / 1000
    expect([await it.gauge(VERIFIED), await it.gauge(COPIED)]).toEqual([now, now])

    const [empty, scratch] = [await createNamedDatabase(), await mkdtemp(join(tmpdir(), 'acarreo-restore-'))]
    try {
      const restore = (name: string, more: Record<string, string> = {}) =>
        program('restore', [`s3://${S3_BUCKET}/planta/${name}`], {
          ...onS3(),
          DATABASE_URL: empty.ownerUrl,
          DATA_DIR: scratch,
          ...more,
        })
      expect(await restore('acarreo-20200101T000000000Z.ndjson.gz')).toEqual({
        code: 1,
        said: `No se pudo traer s3://${S3_BUCKET}/planta/acarreo-20200101T000000000Z.ndjson.gz: no existe ahí (NoSuchKey).`,
      })
      expect(await restore(file, { AWS_SECRET_ACCESS_KEY: 'x' })).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^No se pudo traer [^\n]*AWS_SECRET_ACCESS_KEY no es la de[^\n]*$/),
      })
      const { code, said } = await restore(file)
      expect(said).toMatch(/restaurado: 1 cuentas, 0 operaciones, 0 eventos\.$/m)
      expect(code).toBe(0)
      expect(await readdir(scratch)).toEqual([])
    } finally {
      await empty.drop()
      await rm(scratch, { recursive: true, force: true })
    }
  }, 120_000)

  it('copies what the record is compared with later, in the bucket', async () => {
    await using it = await installed(onS3())
    expect(await it.night()).toBe('ran')
    const [file = ''] = await it.here()
    const [{ host, port, user }, { database }] = [inject('postgres'), it.t.deps.database.pool.options]
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    const before = await readdir(it.dataDir)
    const verify = (against: string) =>
      program('verify', ['--against', against], { ...onS3(), DATABASE_URL: url, DATA_DIR: it.dataDir })
    const at = `s3://${S3_BUCKET}/planta/${file}`
    expect(await verify(at)).toEqual({
      code: 0,
      said: expect.stringContaining(`Coincide con ${at}: todo lo que había entonces sigue ahí.`),
    })
    expect(await verify(`${at}.gone`)).toEqual({
      code: 1,
      said: `No se pudo traer ${at}.gone: no existe ahí (NoSuchKey).`,
    })
    const gone = join(it.dataDir, 'gone.gz')
    expect(await verify(gone)).toEqual({ code: 1, said: `No existe el archivo ${gone}.` })
    expect(await readdir(it.dataDir)).toEqual(before)
  }, 120_000)

  it('fails when it cannot copy, and copies the same file ten minutes later instead of writing another', async () => {
    const target = await mkdtemp(join(tmpdir(), 'acarreo-share-'))
    await using it = await installed({ BACKUP_TARGET: target })
    await rename(target, `${target}-away`)
    const line = `Respaldo no copiado a ${target}: la carpeta no existe. ¿Está montada? (ENOENT).`
    expect(await it.night()).toBe(line)
    const kept = await it.here()
    expect(kept).toHaveLength(1)
    expect(await it.gauge(COPIED)).toBe(0)
    expect(await it.gauge(VERIFIED)).toBe(it.t.clock.now() / 1000)
    it.t.clock.advance(10 * MINUTE)
    expect(await it.night()).toBe(line)
    await rename(`${target}-away`, target)
    it.t.clock.advance(10 * MINUTE)
    expect(await it.night()).toBe('ran')
    expect([await it.here(), await readdir(target)]).toEqual([kept, kept])
    // When it was written counts, not when it was copied.
    expect(await it.gauge(COPIED)).toBe(it.t.clock.now() / 1000 - 20 * 60)
    it.t.clock.advance(DAY)
    expect(await it.night()).toBe('ran')
    expect((await readdir(target)).sort()).toEqual(await it.here())
    await rm(target, { recursive: true })
  }, 60_000)

  it('keeps at the target what BACKUP_KEEP says', async () => {
    const target = await mkdtemp(join(tmpdir(), 'acarreo-share-'))
    await using it = await installed({ BACKUP_TARGET: target, BACKUP_KEEP: '2,1,0' })
    await writeFile(join(target, 'notas.txt'), 'x')
    for (let night = 0; night < 4; night++) {
      expect(await it.night()).toBe('ran')
      it.t.clock.advance(DAY)
    }
    expect(await readdir(target)).toEqual([...(await it.here()).slice(-2), 'notas.txt'])
    await rm(target, { recursive: true })
  }, 60_000)

  it('copies nothing that was not restored', async () => {
    const target = await mkdtemp(join(tmpdir(), 'acarreo-share-'))
    await using it = await installed({ BACKUP_TARGET: target })
    await ownerDoes(
      it.t.deps.database,
      'alter table users alter column username drop not null; update users set username = null',
    )
    expect(await it.night()).toMatch(/^Los renglones de users no caben/)
    expect(await it.here()).toEqual([expect.stringMatching(/\.unsound$/)])
    expect(await readdir(target)).toEqual([])
    expect(await it.gauge(VERIFIED)).toBe(0)
    await rm(target, { recursive: true })
  }, 60_000)
})

describe('once there is a key', () => {
  it('the backups of before it go when one that is encrypted is proven, and archives stay', async () => {
    await using it = await installed({ BACKUP_KEY: key })
    const folder = join(it.dataDir, 'backups')
    const { night, dataDir } = it
    await using plain = await installed({})
    expect(await plain.night()).toBe('ran')
    const [old = ''] = await plain.here()
    await rename(join(plain.dataDir, 'backups'), folder)
    const archive = 'supervisor-3-20260310T180000000Z.ndjson.gz'
    await writeFile(join(folder, archive), 'x')
    const before = (await lines(it.t)).length
    it.t.clock.advance(DAY)
    expect(await night()).toBe('ran')
    const left = await readdir(join(dataDir, 'backups'))
    expect(left.sort()).toEqual([expect.stringMatching(/\.age$/), archive])
    expect((await it.since(before)).at(-1)).toEqual({
      action: 'plain_backups_removed',
      target: null,
      after: { count: 1, file: old },
    })
  }, 60_000)
})

it('a backup by hand is proven and copied after the answer', async () => {
  s3.objects.clear()
  await using it = await installed(onS3())
  const before = (await lines(it.t)).length
  const { body } = await anonymous(it.t.app).post('/api/admin/force-backup', undefined, {
    'x-admin-key': ADMIN_KEY,
  })
  const { file } = body.details.backup
  await it.t.deps.afterAnswer.drain(60_000)
  expect([...s3.objects.keys()]).toEqual([`planta/${file}`])
  expect((await it.since(before)).map(({ action }) => action)).toEqual([
    'backup_written',
    'backup_verified',
    'backup_copied',
  ])
  expect(await it.gauge(COPIED)).toBe(it.t.clock.now() / 1000)
}, 60_000)

describe('the doctor', () => {
  const found = async (variables: Record<string, string>, now = Date.now()) =>
    (await check('BACKUP_TARGET', targetCheck(readConfig({ DATA_DIR: tmpdir(), ...variables }), now))).map(
      ({ state, line }) => `${state}: ${line}`,
    )

  it('tries the target, and says how old the newest copy is', async () => {
    s3.objects.clear()
    const name = 's3://respaldos/planta'
    const works = `ok: ${name} se puede escribir, leer y borrar`
    expect(await found(onS3())).toEqual([
      works,
      'fault: ningún respaldo está ahí: haga uno en la consola, Sistema.',
    ])
    const at = Date.parse('2026-03-10T18:00:00Z')
    s3.objects.set('planta/acarreo-20260310T180000000Z.ndjson.gz.age', Buffer.from('x'))
    expect(await found(onS3(), at + DAY)).toEqual([
      works,
      'ok: el más nuevo de ahí es de hace 24 h (1 en total)',
    ])
    expect((await found(onS3(), at + 2 * DAY))[1]).toMatch(/^fault: el más nuevo de ahí es de hace 48 h/)
    expect(s3.objects.size).toBe(1)
    s3.refuse((method) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : null))
    expect(await found(onS3())).toEqual([expect.stringMatching(/^fault: s3:\/\/respaldos\/planta: las cred/)])
    s3.refuse(() => null)
  })

  it('warns of a folder on the same disk, and of no target', async () => {
    expect((await found({ BACKUP_TARGET: tmpdir() })).at(-1)).toMatch(/^warning: .* mismo disco que DATA_DIR/)
    expect(await found({})).toEqual([
      expect.stringMatching(/^warning: los respaldos quedan solo en esta máq/),
    ])
    expect(await found({ BACKUP_HOUR: 'off' })).toEqual([])
  })
})

function program(
  name: 'restore' | 'verify',
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const path = inject('program').map((part) => part.replace(/main\.(js|ts)$/, `${name}.$1`))
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...path, ...args],
      { env: { ...process.env, ...env }, timeout: 120_000 },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}`.trim() }),
    )
  })
}
