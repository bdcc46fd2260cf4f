import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ScriptFailure } from '../lib/run.mjs'

/**
 * The scene puts a morning into a few seconds, so every step of it counts as told late. Here each is told when it
 * happened, in the throw-away database of the pictures; the product then reads its board anew.
 * @param {{ origin: string, dataDir: string, adminKey: string }} options
 * @throws {ScriptFailure} when the product does not read it
 */
export async function tellInTime({ origin, dataDir, adminKey }) {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({
    host: lines[4],
    port: Number(lines[3]),
    user: 'acarreo',
    database: 'acarreo',
  })
  await client.connect()
  try {
    await client.query('UPDATE events SET recorded_at = timestamp')
    await client.query('UPDATE containers SET last_completed_recorded_at = last_completed_time')
  } finally {
    await client.end()
  }
  const answer = await fetch(`${origin}/api/admin/force-load`, {
    method: 'POST',
    headers: { 'X-Admin-Key': adminKey },
  })
  if (!answer.ok) throw new ScriptFailure(`force-load: ${answer.status} ${await answer.text()}`)
}
