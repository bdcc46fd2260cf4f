import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, openEmbedded } from '#embedded-postgres/open'
import { connect } from '#server/db/connect'
import { grantRights, migrateDatabase } from '#server/db/migrate'
import { isBuilt } from '../../scripts/lib/build-product.mjs'
import { ensureRedis } from '../../scripts/lib/redis.mjs'
import { startRedis } from './processes/redis.ts'
import { FROM_BUILD, FROM_SOURCE } from './processes/server-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection to the server that holds the template. */
    postgres: { host: string; port: number; user: string; database: string }
    /** As this the product connects; `postgres.user` owns what is in the template. */
    productRole: string
    template: string
    /** A Redis for everybody: tests keep apart by their prefix. `program` starts one that a test may kill. */
    redis: { url: string; program: string }
    /** How to start the product as a process: the build of exactly these sources, which starts in half the time, or they. */
    program: readonly string[]
  }
}

const TEMPLATE = 'acarreo_template'
const PRODUCT_ROLE = 'acarreo_product'

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
    roles: [PRODUCT_ROLE],
    tell: () => {},
    // Nothing of it outlives the run; the tests of crashes have a PostgreSQL of their own.
    settings: { max_connections: '200', fsync: 'off', full_page_writes: 'off' },
  })
  const { host, port, user, database } = postgres.connection
  const admin = new pg.Client({ host, port, user, database })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  // Tests watch and end the product's connections as its owner.
  const superuser = new pg.Client({ host, port, user: 'postgres', database })
  await superuser.connect()
  await superuser.query(`grant pg_read_all_stats, pg_signal_backend to ${user}`)
  await superuser.end()
  const template = connect({ host, port, user, database: TEMPLATE })
  await migrateDatabase(template)
  await grantRights(template.pool, PRODUCT_ROLE)
  await template.close()
  project.provide('postgres', { host, port, user, database })
  project.provide('productRole', PRODUCT_ROLE)
  project.provide('template', TEMPLATE)
  project.provide('redis', { url: redis.url, program })
  project.provide('program', isBuilt() ? FROM_BUILD : FROM_SOURCE)
  return async () => {
    await redis.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
