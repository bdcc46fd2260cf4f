import { sendSignal } from '#embedded-postgres/in-use'
import type { Crew } from '../http-client.ts'
import { databaseProcesses } from './server-process.ts'

export interface StoppedAnswer {
  what: string
  status: number
  milliseconds: number
  retryAfter: string | null
  body: string
}

/** Stops every process of the database of `dataDir`, as a hanging disk or a debugger would; returns what continues them. */
export function stopDatabase(dataDir: string): () => void {
  const pids = databaseProcesses(dataDir)
  for (const pid of pids) sendSignal(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) sendSignal(pid, 'SIGCONT')
  }
}

/** One call of each kind at once: probe, login, reads and writes of both roles, an export, the console. */
export async function callEverything(
  origin: string,
  { supervisor, operators }: Crew,
  adminKey: string,
): Promise<StoppedAnswer[]> {
  const [operator] = operators
  const { username, password } = supervisor
  const json = { 'content-type': 'application/json' }
  const calls: Record<string, RequestInit & { path: string }> = {
    readyz: { path: '/readyz' },
    login: {
      path: '/api/login',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username, password }),
    },
    user: { path: '/api/user', headers: { cookie: supervisor.cookie } },
    active: { path: '/api/containers/active', headers: { cookie: operator?.cookie ?? '' } },
    desk: { path: '/api/supervisor/operations', headers: { cookie: supervisor.cookie } },
    history: { path: '/api/events?limit=10', headers: { cookie: supervisor.cookie } },
    token: { path: '/api/live-token', method: 'POST', headers: { cookie: supervisor.cookie } },
    start: {
      path: '/api/containers',
      method: 'POST',
      headers: { ...json, cookie: operator?.cookie ?? '' },
      body: JSON.stringify({ containerId: 'CSQU3054383', operationType: 'load' }),
    },
    console: { path: '/api/admin/users', headers: { 'x-admin-key': adminKey } },
  }
  return Promise.all(
    Object.entries(calls).map(async ([what, { path, ...init }]) => {
      const begun = performance.now()
      const answer = await fetch(`${origin}${path}`, init)
      const body = await answer.text()
      const milliseconds = Math.round(performance.now() - begun)
      return {
        what,
        status: answer.status,
        milliseconds,
        retryAfter: answer.headers.get('retry-after'),
        body,
      }
    }),
  )
}
