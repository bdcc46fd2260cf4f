import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as words from '#server/text/doctor'
import { type Crew, hireCrew, httpClient } from '../../support/http-client.ts'
import {
  folderFor,
  initialise,
  type OwnPostgres,
  openFolder,
  postgresPrograms,
  runAsPostgres,
  startOwn,
} from '../../support/processes/own-postgres.ts'
import { type ServerProcess, startServer } from '../../support/processes/server-process.ts'
import { block, inline, inlineCommands } from './document.ts'
import { argumentsOf, program, typed } from './program.ts'

const bin = postgresPrograms()
if (bin === undefined) {
  console.warn('No PostgreSQL with its programs here: install postgresql to run own-postgres.test.ts.')
}

const PASSWORD = 'una-clave-de-prueba'
const ADMIN_KEY = 'la clave de la consola'
const CONTAINER = 'CSQU3054383'

/** The console's switch, as the page has it for a night without a console. */
const maintenance = (origin: string, value: 'true' | 'false') =>
  typed(
    inline('curl -X POST', {
      'X-Admin-Key: …': `X-Admin-Key: ${ADMIN_KEY}`,
      '…/api': `${origin}/api`,
      '"false"': `"${value}"`,
    }),
  )

describe.skipIf(bin === undefined)(
  'from the embedded database to your own, as docs/operations.md says',
  () => {
    const programs = bin ?? ''
    let folder: string
    let primary: OwnPostgres
    let standby: OwnPostgres
    let server: ServerProcess
    let crew: Crew
    let file: string
    let env: NodeJS.ProcessEnv
    const dataDir = () => join(folder, 'data')
    const urlOf = (role: string, port: number) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/acarreo`

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'acarreo-moved-'))
      openFolder(folder)
      const cluster = folderFor(join(folder, 'primary'))
      initialise(programs, cluster)
      primary = await startOwn(programs, cluster)
      server = await startServer(dataDir(), inject('program'), { env: { ADMIN_KEY } })
      crew = await hireCrew(server, 'mudanza', 1)
      const body = { containerId: CONTAINER, operationType: 'load' }
      expect((await crew.operators[0]?.post('/api/containers', body))?.status).toBe(201)
    }, 120_000)

    afterAll(async () => {
      await server?.stop()
      await standby?.stop()
      await primary?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    it('maintenance on, a backup, the stop', async () => {
      expect(await maintenance(server.origin, 'true')).toMatchObject({ code: 0 })
      await expect.poll(async () => (await crew.supervisor.get('/api/user')).status).toBe(503)
      const at = { 'http://127.0.0.1:3000': server.origin }
      const { said } = await typed(block('operations › Backup and restore › sh', at), { ADMIN_KEY })
      expect(said).toMatch(/acarreo-[^"]+\.ndjson\.gz/)
      const [name = ''] = /acarreo-[\w.-]+?\.ndjson\.gz/.exec(said) ?? []
      file = join(dataDir(), 'backups', name)
      expect(await readdir(join(dataDir(), 'backups'))).toContain(name)
      await server.stop()
    })

    it('the same file into the embedded database, after the old one has been moved aside', async () => {
      const aside = inline('mv DATA_DIR', { DATA_DIR: dataDir() })
      expect(await typed(aside)).toMatchObject({ code: 0 })
      const restored = await program('restore', [file], { DATA_DIR: dataDir() })
      expect(restored.said).toContain('1 operaciones, 1 eventos')
      expect(restored.code).toBe(0)
      const size = await typed(inline('du ', { DATA_DIR: dataDir() }))
      expect(size.said).toContain(`${dataDir()}/postgres-before`)
    })

    it('two roles and a database; the restore as their owner', async () => {
      primary.psql(block('operations › Your own PostgreSQL › sql', { '…': PASSWORD }))
      const urls = block('operations › Your own PostgreSQL › sh', {
        '…': PASSWORD,
        'db.example': `127.0.0.1:${primary.port}`,
      })
      env = {
        DATA_DIR: dataDir(),
        ADMIN_KEY,
        ...Object.fromEntries([...urls.matchAll(/^(\w+)=(.+)$/gm)].map(([, name, url]) => [name, url])),
      }
      expect(Object.keys(env)).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATABASE_OWNER_URL']))
      const restore = block('operations › Backup and restore › sh 2', {
        '/path/to/acarreo-….ndjson.gz': file,
      })
      const restored = await program('restore', argumentsOf(restore), env)
      expect(restored.said).toContain('1 operaciones, 1 eventos')
      expect(restored.code).toBe(0)
    })

    it('a streaming replica', async () => {
      primary.psql(block('operations › Replicas › sql', { '…': PASSWORD }))
      primary.append('pg_hba.conf', 'host replication replicator 127.0.0.1/32 scram-sha-256')
      const copy = folderFor(join(folder, 'standby'))
      const [command = '', ...args] = block('operations › Replicas › sh', {
        '-h primary': `-h 127.0.0.1 -p ${primary.port}`,
        '/var/lib/postgresql/18/main': copy,
      })
        .trim()
        .split(/\s+/)
      runAsPostgres(join(programs, command), args, { PGPASSWORD: PASSWORD })
      runAsPostgres('sh', ['-c', `echo 'hot_standby_feedback = on' >> ${copy}/postgresql.conf`])
      standby = await startOwn(programs, copy)
      expect(standby.psql('select pg_is_in_recovery()')).toMatch(/^ t$/m)
      expect(primary.psql("select active from pg_replication_slots where slot_name = 'replica_1'")).toMatch(
        /^ t$/m,
      )
    })

    it('the start on it: still maintenance, off, everybody logs in again and everything is there', async () => {
      env.DATABASE_READ_URL = urlOf('acarreo', standby.port)
      server = await startServer(dataDir(), inject('program'), { env })
      const { username, password } = crew.supervisor
      const person = httpClient(server)
      expect((await person.post('/api/login', { username, password })).status).toBe(503)
      expect(await maintenance(server.origin, 'false')).toMatchObject({ code: 0 })
      await expect
        .poll(async () => (await person.post('/api/login', { username, password })).status)
        .toBe(200)
      const { operations } = (await person.get('/api/supervisor/operations')).body
      expect(operations).toMatchObject([{ displayContainerId: CONTAINER }])
      const { replicas } = (await httpClient(server).get('/readyz')).body
      expect(replicas).toMatchObject([{ state: 'ok' }])
    })

    it('the doctor finds rights apart, and a backup that its owner could verify', async () => {
      const lines = async () =>
        (await program('doctor', [], { ...env, PORT: new URL(server.origin).port })).said.split('\n')
      // The first backup of a new installation is written and verified within seconds.
      await expect
        .poll(async () => (await lines()).filter((line) => line.startsWith('FALLA')), {
          timeout: 50_000,
          interval: 2_000,
        })
        .toEqual([])
      const found = (await lines()).join('\n')
      for (const word of [words.RIGHTS_APART, words.MAY_VERIFY, words.verifiedAgo(0), words.REPLAYS]) {
        expect(found).toContain(word)
      }
    })

    it('verify beside it: alone, against the backup, and against a text with anchors', async () => {
      const [mail = '', backup = ''] = block('operations › Anchors › sh').trim().split('\n')
      expect((await program('verify', [], env)).said).toContain('Registro íntegro: 1 ')
      const against = async (command: string, wanted: string, given: string) => {
        const words = argumentsOf(command).map((word) => (word === wanted ? given : word))
        expect(words).toContain(given)
        return program('verify', words, env)
      }
      expect(await against(backup, 'acarreo-….ndjson.gz', file)).toMatchObject({ code: 0 })
      const anchors = join(dataDir(), 'anchors.log')
      // Its job begins within fifteen seconds of the start.
      await expect.poll(() => existsSync(anchors)).toBe(true)
      const compared = await against(mail, 'mail.txt', anchors)
      expect(compared.said).toContain(anchors)
      expect(compared.code).toBe(0)
    })

    it('every question of the pages to the database is one that PostgreSQL answers', () => {
      const questions = inlineCommands.filter((command) => command.startsWith('select '))
      expect(questions.length).toBeGreaterThan(4)
      for (const question of questions) expect(primary.psql(`${question};`)).toMatch(/\(\d+ rows?\)/)
    })
  },
)
