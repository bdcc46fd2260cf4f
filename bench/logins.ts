/**
 * What a burst of logins does to everybody else: `npx tsx --conditions=acarreo-source bench/logins.ts [logins]`. Sends them
 * all at once, each for another account and from another address so that no limit but the password queue holds, and asks
 * for the page meanwhile. The built product runs as its own process.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FROM_BUILD, startServer } from '../test/support/processes/server-process.ts'
import { spreadLine, spreadOf } from './percentiles.ts'
import { report } from './report.ts'

const logins = Number(process.argv[2] ?? 1000)
const BOUND_MS = 1_000

await report(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-bench-'))
  const server = await startServer(dataDir, FROM_BUILD, { env: { TRUST_PROXY: '1' } })
  const agent = new Agent({ keepAlive: true })
  try {
    const page = async (): Promise<number> => {
      const begun = performance.now()
      await send(`${server.origin}/`, { agent })
      return performance.now() - begun
    }
    const pagesUntil = async (done: () => boolean): Promise<number[]> => {
      const times: number[] = []
      while (!done()) times.push(await page())
      return times
    }
    let count = 0
    const quiet = await pagesUntil(() => ++count > 300)

    let open = logins
    const statuses = new Map<number, number>()
    const burst = Array.from({ length: logins }, async (_, i) => {
      const status = await send(`${server.origin}/api/login`, {
        address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
        body: JSON.stringify({ username: `nadie${i}`, password: 'no es esta' }),
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      open--
    })
    const begun = performance.now()
    const during = await pagesUntil(() => open === 0)
    const seconds = (performance.now() - begun) / 1000
    await Promise.all(burst)
    const [before, meanwhile] = [spreadOf(quiet), spreadOf(during)]
    console.log(spreadLine('GET / alone', before))
    console.log(spreadLine(`GET / during ${logins} logins`, meanwhile))
    console.log(
      `answers: ${[...statuses].map(([status, n]) => `${n} x ${status}`).join(', ')}; ${seconds.toFixed(1)} s`,
    )
    return {
      figures: { before, meanwhile, statuses: Object.fromEntries(statuses), seconds },
      bounds: [{ what: 'GET / meanwhile, p99 in ms', figure: meanwhile.p99, atMost: BOUND_MS }],
    }
  } finally {
    agent.destroy()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** The status. */
function send(
  url: string,
  { agent, address, body }: { agent?: Agent; address?: string; body?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        ...(agent && { agent }),
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(address !== undefined && { 'x-forwarded-for': address }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
