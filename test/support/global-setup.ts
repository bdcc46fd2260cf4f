import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, openEmbedded } from '#embedded-postgres/open'
import { connect } from '#server/db/connect'
import { migrateDatabase } from '#server/db/migrate'
import { ensureRedis } from '../../scripts/lib/redis.mjs'
import { startRedis } from './processes/redis.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection to the server that holds the template. */
    postgres: { host: string; port: number; user: string; database: string }
    template: string
    /** A Redis for everybody: tests keep apart by their prefix. `program` starts one that a test may kill. */
    redis: { url: string; program: string }
  }
}

const TEMPLATE = 'acarreo_template'

/**
 * One real PostgreSQL for the whole run; the schema is migrated once, and every test file clones it. Beside it one real
 * Redis.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = await ensureRedis()
  const redis = await startRedis(program)
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-test-'))
  const postgres: EmbeddedPostgres = await openEmbedded({
    dataDir,
    name: 'acarreo',
    tell: () => {},
    settings: { max_connections: '200' },
  })
  const { host, port, user, database } = postgres.connection
  const admin = new pg.Client({ host, port, user, database })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = connect({ host, port, user, database: TEMPLATE })
  await migrateDatabase(template)
  await template.close()
  project.provide('postgres', { host, port, user, database })
  project.provide('template', TEMPLATE)
  project.provide('redis', { url: redis.url, program })
  return async () => {
    await redis.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
