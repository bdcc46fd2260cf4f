import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { connect } from '#server/db/connect'
import { SESSION_COOKIE } from '#server/http/caller/session'
import { register } from '../support/actors.ts'
import { createTestApp } from '../support/app.ts'
import { ownerDoes } from '../support/database.ts'

test('a database that is away costs nobody the session: 503, and the cookie stays', async () => {
  const here = await createTestApp()
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-away-'))
  // The socket's folder is gone in a moment, as between two postmasters.
  const sockets = join(folder, 'sockets')
  const server = inject('postgres')
  await symlink(server.host, sockets)
  const { rows } = await here.deps.database.pool.query<{ name: string }>('select current_database() as name')
  const away = connect({ ...server, host: sockets, database: rows[0]?.name })
  const blind = await createTestApp({ database: away })
  try {
    const supervisor = await register(here.app, 'supervisor')
    // This one is in the memory of the process.
    const known = await register(blind.app, 'supervisor')
    expect((await known.get('/api/user')).status).toBe(200)
    await rm(sockets)
    await ownerDoes(
      here.deps.database,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0]?.name}' and pid <> pg_backend_pid()
        and backend_type = 'client backend'`,
    )
    const refused = async (cookie: string | null, url: string) => {
      const answer = await blind.app.inject({ url, headers: { cookie: `${SESSION_COOKIE}=${cookie}` } })
      expect(answer.statusCode).toBe(503)
      expect(answer.json().code).toBe('unavailable')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    for (const url of ['/api/user', '/api/supervisor/operations']) {
      for (const { cookie } of [supervisor, known]) await refused(cookie, url)
    }
    // The other process has lost its connections too, and may notice with its next query.
    await expect.poll(async () => (await supervisor.get('/api/user')).status).toBe(200)
  } finally {
    await blind.close()
    await away.close()
    await here.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a connection that breaks while its transaction is busy with something else ends the transaction, not the process', async () => {
  const { deps, close } = await createTestApp()
  const { orm, pool } = deps.database
  try {
    const broken = orm.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      // As long as a file takes to be on disk: nobody waits for an answer of the database meanwhile.
      await pause(200)
      await tx.execute(sql`select 1`)
    })
    await expect(broken).rejects.toThrow()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await close()
  }
})
