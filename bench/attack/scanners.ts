import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample } from './samples.ts'

/** What a scanner says against the product, each line once. */
export type Findings = string[]

/** Without those that fetch lists or ask an endpoint on the internet: nikto, wapp, ssrf, xxe. */
const WAPITI_MODULES =
  'backup,blindsql,brute_login_form,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

/** The page's own addresses, which are not in the API document. */
const PAGES = ['/', '/login', '/register', '/operator', '/supervisor', '/admin', '/recuperar', '/account']

/** Wapiti over pages and GET calls; each of its modules at most `seconds`. `guess`: unlisted paths too, 30,000 of them. */
export async function wapiti(
  origin: string,
  samples: readonly Sample[],
  { seconds, guess }: { seconds: number; guess: boolean },
): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-wapiti-'))
  try {
    const file = join(folder, 'report.json')
    const seeds = samples
      .filter(({ method }) => method === 'GET')
      .map(({ path, query }) => `${path}${Object.keys(query).length ? `?${new URLSearchParams(query)}` : ''}`)
    const starts = [...PAGES, ...seeds].flatMap((path) => ['-s', `${origin}${path}`])
    const limits = ['--max-scan-time', String(seconds), '--max-attack-time', String(seconds), '-d', '3']
    const places = ['--store-session', folder, '--store-config', folder, '-f', 'json', '-o', file]
    const modules = guess ? `${WAPITI_MODULES},buster` : WAPITI_MODULES
    const rest = ['-m', modules, '--flush-session', '--no-bugreport', '-v', '0']
    await run('wapiti', ['-u', `${origin}/`, ...starts, ...limits, ...places, ...rest])
    type Said = Record<string, { method: string; path: string; info: string }[]>
    const { vulnerabilities, anomalies } = JSON.parse(await readFile(file, 'utf8')) as Record<
      'vulnerabilities' | 'anomalies',
      Said
    >
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
      found.map(({ method, path, info }) => `${kind}: ${method} ${path}: ${info}`),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Sqlmap over every value of each call: path, query, body. */
export async function sqlmap(
  origin: string,
  { method, path, starred, query, body }: Sample,
): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-sqlmap-'))
  try {
    const names = Object.keys(query)
    const search = names.length ? `?${new URLSearchParams(query)}` : ''
    const targets = [
      ...(starred === null ? [] : [['-u', `${origin}${starred}`]]),
      ...(search ? [['-u', `${origin}${path}${search}`]] : []),
      ...(body
        ? [['-u', `${origin}${path}`, '-H', 'Content-Type: application/json', '--data', JSON.stringify(body)]]
        : []),
    ]
    const found: Findings = []
    for (const at of targets) {
      const how = ['--method', method, '--batch', '--dbms=postgresql', '--level=2', '--risk=2']
      const calm = [
        '--ignore-code=401,404',
        '--skip-waf',
        '--flush-session',
        '--disable-coloring',
        '--output-dir',
        folder,
        '-v',
        '1',
      ]
      const said = await run('sqlmap', [...at, ...how, ...calm])
      if (/identified the following injection point|is vulnerable/.test(said)) {
        found.push(`${method} ${at[1]}: ${said.slice(said.indexOf('---')).slice(0, 600)}`)
      } else if (!said.includes('all tested parameters do not appear to be injectable')) {
        // A call that sqlmap could not even begin with would pass for a clean one.
        found.push(`NOT TRIED ${method} ${at[1]}: ${said.match(/\[CRITICAL\].*/g)?.at(-1)}`)
      }
    }
    return found
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Which of the two are not installed. */
export async function missingScanners(): Promise<string[]> {
  const tried = await Promise.all(
    ['wapiti', 'sqlmap'].map((name) =>
      run(name, ['--version']).then(
        () => [],
        () => [name],
      ),
    ),
  )
  return tried.flat()
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        said += data
      })
    }
    child.once('error', reject)
    child.once('close', () => resolve(said))
  })
}
