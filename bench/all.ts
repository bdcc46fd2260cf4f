/**
 * Runs the benches one after the other, each in a process of its own, and ends with one table of all bounds:
 * `npm run bench -- [names] [--quick]`, and one of all faults. What else follows goes to the one bench that is named. Builds the product when its
 * build is stale. Ends with 1 when a bench failed or a bound is broken.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProduct, isBuilt } from '../scripts/lib/build-product.mjs'
import type { Struck } from '../test/support/processes/fault-rounds.ts'
import { boundLine, RESULTS, type Result } from './report.ts'
import { printStruck } from './struck.ts'

interface Options {
  /** Passed with `--quick`. */
  quick?: string[]
}

const FEW_EVENTS = ['--events', '200000', '--supervisors', '10', '--times', '0', '--no-plans']

/** In this order. */
const BENCHES: Record<string, Options> = {
  events: { quick: ['--seconds', '2', '--rounds', '1'] },
  sustained: { quick: ['--minutes', '2'] },
  'live-load': { quick: ['--seconds', '5'] },
  'fan-out': { quick: ['--events', '40'] },
  channels: { quick: ['--seconds', '10'] },
  polls: { quick: ['--seconds', '1', '--rounds', '3'] },
  'live-latency': { quick: ['50', '15'] },
  'page-weight': {},
  desk: {},
  hour: { quick: ['1'] },
  tries: {},
  press: {},
  alerts: {},
  burst: {},
  'slow-network': {},
  history: { quick: [...FEW_EVENTS, '--file', '50000'] },
  kpis: { quick: FEW_EVENTS },
  board: { quick: ['--polls', '1000', '--rounds', '1'] },
  outages: { quick: ['--quick'] },
  kill: { quick: ['4'] },
  faults: { quick: ['4'] },
  upgrade: { quick: ['2'] },
  'large-tenant': { quick: ['--rounds', '2'] },
  neighbours: { quick: ['--quick'] },
}

/** Returns its result; null when it failed before it had one. */
async function run(
  name: string,
  options: readonly string[],
): Promise<{ result: Result | null; code: number }> {
  const file = join(RESULTS, `${name}.json`)
  await rm(file, { force: true })
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=acarreo-source', program, ...options],
    { stdio: 'inherit' },
  )
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? 1))
  })
  const text = await readFile(file, 'utf8').catch(() => null)
  return { result: text === null ? null : (JSON.parse(text) as Result), code }
}

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const given = words.filter((word) => word !== '--quick')
const firstOption = given.findIndex((word) => !(word in BENCHES))
const names = firstOption === -1 ? given : given.slice(0, firstOption)
const options = firstOption === -1 ? [] : given.slice(firstOption)
if (options.length > 0 && names.length !== 1) {
  throw new Error(`Options follow the name of one bench. Benches: ${Object.keys(BENCHES).join(', ')}`)
}

if (!isBuilt()) await buildProduct()
const summary: string[] = []
const struck: Struck[] = []
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  console.log(`\n== ${name}`)
  const startedAt = performance.now()
  const { quick: short = [] } = BENCHES[name] ?? {}
  const { result, code } = await run(name, [...(quick ? short : []), ...options])
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  summary.push(`${name}, ${minutes} min${result ? '' : `: FAILED (exit code ${code})`}`)
  struck.push(...(result?.struck ?? []))
  for (const bound of result?.bounds ?? []) summary.push(`  ${boundLine(bound)}`)
  if (code !== 0) process.exitCode = 1
}
console.log(`\n== summary\n${summary.join('\n')}`)
if (struck.length > 0) printStruck(struck)
