import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeAt } from '#server/backup-place'
import { stampOf } from '#server/db/backup/durable-file'
import { CopyFailed, copyTo, prune } from '#server/db/backup/target/copy'
import { openTarget } from '#server/db/backup/target/open'
import type { Target } from '#server/db/backup/target/target'
import { NOON } from '../support/app.ts'
import { fillDisk, mountSmallDisk } from '../support/processes/small-disk.ts'
import { S3_BUCKET, type S3Server, s3Server, s3Variables } from '../support/s3-server.ts'

const DAY = 86_400_000
const COPIER = fileURLToPath(new URL('../support/processes/copier.ts', import.meta.url))
const MB = 1024 * 1024

let folder: string
let here: string
let s3: S3Server
const nameAt = (at: number) => `acarreo-${stampOf(at)}.ndjson.gz.age`

beforeAll(async () => {
  s3 = await s3Server()
})
afterAll(() => s3.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acarreo-target-'))
  here = await mkdtemp(join(tmpdir(), 'acarreo-source-'))
  s3.objects.clear()
  s3.uploads.clear()
  s3.requests.length = 0
  s3.refuse(() => null)
  return async () => {
    await rm(folder, { recursive: true, force: true })
    await rm(here, { recursive: true, force: true })
  }
})

async function written(bytes: number, at = NOON): Promise<{ file: string; path: string }> {
  const path = join(here, nameAt(at))
  const handle = await open(path, 'w')
  const piece = randomBytes(MB)
  for (let left = bytes; left > 0; left -= MB) await handle.write(piece.subarray(0, Math.min(left, MB)))
  await handle.close()
  return { file: basename(path), path }
}

const S3_PLACE = `s3://${S3_BUCKET}/planta/norte/`
const placeOf = (kind: 'folder' | 's3') => (kind === 'folder' ? folder : S3_PLACE)
const targetOf = (kind: 'folder' | 's3'): Promise<Target> => openTarget(storeAt(placeOf(kind)), s3.access)
/** What is there under its final name. */
async function contents(kind: 'folder' | 's3', file: string): Promise<Buffer | undefined> {
  return kind === 'folder'
    ? readFile(join(folder, file)).catch(() => undefined)
    : s3.objects.get(`planta/norte/${file}`)
}
const quick = { now: NOON, pausesMs: [1, 1] }

describe.each(['folder', 's3'] as const)('a copy to a target (%s)', (kind) => {
  it.each([
    ['small', 300],
    ['of several parts', 21 * MB + 5],
  ])('is what was copied: %s', async (_what, bytes) => {
    const [target, source] = [await targetOf(kind), await written(bytes)]
    expect((await copyTo(target, source, quick)).bytes).toBe(bytes)
    expect((await contents(kind, source.file))?.equals(await readFile(source.path))).toBe(true)
    expect(await target.list()).toEqual([source.file])
    if (kind === 's3') expect(s3.requests.filter((r) => r.startsWith('PUT')).length).toBe(bytes > MB ? 3 : 1)
    else expect((await stat(join(folder, source.file))).mode & 0o777).toBe(0o600)
  })

  it('holds a bounded part of a large file in memory, and one that is killed leaves nothing that looks whole', async () => {
    const source = await written(300 * MB)
    const begun = run(kind, source.path)
    await expect
      .poll(
        async () =>
          kind === 'folder'
            ? (await readdir(folder)).some((name) => name.endsWith('.partial'))
            : [...s3.uploads.values()].some(({ parts }) => parts.size > 2),
        { interval: 2, timeout: 60_000 },
      )
      .toBe(true)
    begun.child.kill('SIGKILL')
    await begun.ended
    const target = await targetOf(kind)
    expect(await target.list()).toEqual([])
    const leftOver = async () => (kind === 'folder' ? await readdir(folder) : [...s3.uploads.keys()])
    expect(await leftOver()).toHaveLength(1)

    const { peakMb, bytes } = JSON.parse(await run(kind, source.path).ended)
    expect(bytes).toBe(300 * MB)
    expect(peakMb).toBeLessThan(260)
    expect(await target.list()).toEqual([source.file])
    // The unfinished one may be another process's until a day has passed.
    expect(await leftOver()).toHaveLength(kind === 'folder' ? 2 : 1)
    await target.sweep(Date.now() + DAY)
    expect(await leftOver()).toHaveLength(kind === 'folder' ? 1 : 0)
    expect(await target.list()).toEqual([source.file])
  }, 120_000)

  it('is broken off when the process stops, and leaves nothing', async () => {
    const [target, source] = [await targetOf(kind), await written(300 * MB)]
    const stop = new AbortController()
    const copied = copyTo(target, source, { ...quick, stopping: stop.signal })
    const unfinished = async () => (kind === 'folder' ? await readdir(folder) : [...s3.uploads.keys()])
    const begun = expect.poll(unfinished, { interval: 2 }).toHaveLength(1)
    void begun.then(() => stop.abort())
    await expect(copied).rejects.toThrow('aborted')
    await begun
    await expect.poll(unfinished).toEqual([])
    expect(await target.list()).toEqual([])
    const asked = s3.requests.length
    await expect(copyTo(target, source, { ...quick, stopping: stop.signal })).rejects.toThrow('aborted')
    expect([s3.requests.length, await unfinished()]).toEqual([asked, []])
  })

  it('is tried again, and given up with the target and the cause in one line', async () => {
    const [target, source] = [await targetOf(kind), await written(9 * MB)]
    let failures = 2
    const flaky: Target = {
      ...target,
      put: async (...of) => {
        if (failures-- > 0) throw Object.assign(new Error('the share is away\nand more'), { code: 'EIO' })
        return target.put(...of)
      },
    }
    await copyTo(flaky, source, quick)
    expect(await target.list()).toEqual([source.file])
    failures = 3
    const given = copyTo(flaky, source, quick)
    await expect(given).rejects.toThrow(CopyFailed)
    await expect(given).rejects.toThrow(`Respaldo no copiado a ${target.name}: the share is away (EIO).`)
  })

  it('that reads back as something else does not count', async () => {
    const [target, source] = [await targetOf(kind), await written(300)]
    const wrong = { bytes: 300, sha256: '0'.repeat(64) }
    await expect(target.put(source.file, source.path, wrong)).rejects.toThrow()
    expect(await target.list()).toEqual([])
  })

  it('makes older ones go by days, weeks and months, and nothing else', async () => {
    const target = await targetOf(kind)
    const path = join(here, 'x')
    await writeFile(path, 'x')
    for (let day = 0; day < 12; day++) await copyTo(target, { file: nameAt(NOON + day * DAY), path }, quick)
    const foreign = ['notas.txt', 'acarreo-viejo.ndjson.gz', 'supervisor-3-20260310T180000000Z.ndjson.gz']
    for (const file of foreign) await copyTo(target, { file, path }, quick)
    const spared = nameAt(NOON + 2 * DAY)
    const gone = await prune(target, { days: 3, weeks: 2, months: 1 }, [spared])
    // Days 19 to 21; the weeks end with the 15th and the 21st.
    const left = [12, 15, 19, 20, 21].map((day) => `acarreo-202603${day}T180000000Z.ndjson.gz.age`)
    expect((await target.list()).sort()).toEqual([...left, ...foreign].sort())
    expect(gone).toHaveLength(12 - left.length)
  })
})

function run(kind: 'folder' | 's3', path: string) {
  const args = ['--import', 'tsx', '--conditions=acarreo-source', COPIER, placeOf(kind), path]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...s3Variables(s3) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  return { child, ended: new Promise<string>((resolve) => child.on('close', () => resolve(said))) }
}

describe('one line says what is wrong', () => {
  const failing = async (place: string, access = s3.access) =>
    copyTo(await openTarget(storeAt(place), access), await written(300), {
      now: NOON,
      pausesMs: [60_000],
    }).then(
      () => 'copied',
      (error: Error) => error.message,
    )
  const credentials = { accessKeyId: 'AKIAACARREOTEST', secretAccessKey: 'another secret' }

  // With a minute between the tries, each of these answers at once.
  it('with a folder that is not there, or not a folder', async () => {
    expect(await failing(join(folder, 'nada'))).toBe(
      `Respaldo no copiado a ${folder}/nada: la carpeta no existe. ¿Está montada? (ENOENT).`,
    )
    await writeFile(join(folder, 'x'), '')
    expect(await failing(join(folder, 'x'))).toContain('no es una carpeta')
  })

  it('with a full disk', async ({ skip }) => {
    const unmount = mountSmallDisk(folder)
    if (unmount === null) return skip('a small disk can be mounted as root on Linux alone')
    try {
      const free = fillDisk(folder)
      expect(await failing(folder)).toBe(
        `Respaldo no copiado a ${folder}: no hay espacio. Libere espacio ahí o baje BACKUP_KEEP (ENOSPC).`,
      )
      free()
      expect((await readdir(folder)).filter((file) => file.startsWith('acarreo-'))).toEqual([])
      expect(await failing(folder)).toBe('copied')
    } finally {
      unmount()
    }
  })

  it.each([
    ['with another secret', { ...credentials }, 'AWS_SECRET_ACCESS_KEY no es la de AWS_ACCESS_KEY_ID'],
    ['with an unknown key', { ...credentials, accessKeyId: 'AKIANOBODY' }, 'no se conoce AWS_ACCESS_KEY_ID'],
  ])('%s', async (_how, other, line) => {
    expect(await failing(S3_PLACE, { ...s3.access, credentials: other })).toMatch(
      new RegExp(`^Respaldo no copiado a s3://respaldos/planta/norte: ${line}[^\\n]*$`),
    )
    expect(s3.objects.size).toBe(0)
  })

  it('with another bucket, a policy that forbids, and a service that is full or away', async () => {
    expect(await failing('s3://another-bucket')).toContain('a s3://another-bucket: el bucket no existe')
    s3.refuse((method) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : null))
    expect(await failing(S3_PLACE)).toContain('las credenciales no permiten')
    s3.refuse((method) => (method === 'PUT' ? { status: 507, code: 'XMinioStorageFull' } : null))
    expect(await failing(S3_PLACE)).toContain('no hay espacio')
    const away = { ...s3.access, endpoint: 'http://127.0.0.1:1' }
    const target = await openTarget(storeAt(S3_PLACE), away)
    await expect(copyTo(target, await written(300), quick)).rejects.toThrow('nadie contesta')
  }, 60_000)
})

it('an unfinished copy of somebody else’s file is left alone', async () => {
  const [ours, theirs] = [`${nameAt(NOON)}.abc.partial`, 'otro.ndjson.gz.abc.partial']
  for (const file of [ours, theirs]) {
    await writeFile(join(folder, file), 'x')
    await utimes(join(folder, file), 0, 0)
  }
  await (await targetOf('folder')).sweep(NOON)
  expect(await readdir(folder)).toEqual([theirs])
})
