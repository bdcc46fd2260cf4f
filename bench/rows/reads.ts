import { monthOf, monthPeriod } from '#domain/time/zone'
import { readConfig } from '#server/config'
import { httpClient } from '../../test/support/http-client.ts'
import { BENCH_PASSWORD } from '../generate.ts'
import { historyQuestions, kpiQuestions } from '../questions.ts'
import type { Stage } from './stage.ts'

/** Supervisors who ask: the one with the large fleet, and usual ones. */
const USUAL_ASKING = 8

interface Answered {
  headers: Record<string, unknown>
  body: string
  /** Until the headers, and until the last byte. */
  firstByteMs: number
  milliseconds: number
}

interface Asker {
  get(url: string): Promise<Answered>
  questions: Record<string, string>
}

export interface Reader {
  usual: Asker[]
  large: Asker
}

async function askerOf({ server }: Stage, username: string): Promise<Asker> {
  const client = httpClient(server)
  const login = await client.post('/api/login', { username, password: BENCH_PASSWORD })
  if (login.status !== 200) throw new Error(`login: ${JSON.stringify(login.body)}`)
  const get = async (url: string): Promise<Answered> => {
    const started = performance.now()
    const answer = await fetch(`${server.origin}${url}`, { headers: { cookie: client.cookie } })
    const firstByteMs = performance.now() - started
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${body}`)
    const milliseconds = performance.now() - started
    return { headers: Object.fromEntries(answer.headers), body, firstByteMs, milliseconds }
  }
  const zone = readConfig({}).timezone
  const lastMonth = monthOf(monthPeriod(monthOf(Date.now(), zone), zone).from - 1, zone)
  const history = await historyQuestions(get)
  return { get, questions: { ...history, ...kpiQuestions(lastMonth) } }
}

export async function readerOf(stage: Stage): Promise<Reader> {
  const { rows } = await stage.database.pool.query<{ username: string }>(
    `select username from users where role = 'supervisor' order by id limit $1`,
    [USUAL_ASKING + 1],
  )
  const [large, ...usual] = rows.map(({ username }) => username)
  return {
    large: await askerOf(stage, large ?? ''),
    usual: await Promise.all(usual.map((username) => askerOf(stage, username))),
  }
}

/** Milliseconds of one question, asked once by each. */
export async function ask(askers: readonly Asker[], name: string): Promise<number[]> {
  const times: number[] = []
  for (const { get, questions } of askers) times.push((await get(questions[name] ?? '')).milliseconds)
  return times
}

/** The CSV file of the large fleet: milliseconds to its first byte, and to its last. */
export async function exportFile({ large }: Reader): Promise<{ firstByteMs: number; milliseconds: number }> {
  return large.get('/api/events/export')
}
