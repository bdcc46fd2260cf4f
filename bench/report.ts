import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Struck } from '../test/support/processes/fault-rounds.ts'
import { type MachineState, machineLine, watchMachine } from './machine.ts'

export const RESULTS = fileURLToPath(new URL('results/', import.meta.url))

export interface Bound {
  what: string
  figure: number
  /** `figure` must not be below, or above, this. */
  atLeast?: number
  atMost?: number
}

/** What a bench found. */
export interface Measured {
  figures: object
  bounds: Bound[]
  /** What faults did; a loss breaks the bench. */
  struck?: Struck[]
}

/** What a JSON file of `bench/results` holds. */
export interface Result extends Measured {
  bench: string
  /** ISO 8601 */
  at: string
  node: string
  cores: number
  before: MachineState
  during: MachineState
  bounds: (Bound & { kept: boolean })[]
}

/** `check` adds a bound, and returns its line. */
export function boundList() {
  const bounds: Bound[] = []
  return {
    bounds,
    check(what: string, figure: number, atMost: number): string {
      bounds.push({ what, figure, atMost })
      return `${what} ${figure.toFixed(1)}`
    },
  }
}

const isKept = ({ figure, atLeast = -Infinity, atMost = Infinity }: Bound): boolean =>
  figure >= atLeast && figure <= atMost

export const boundLine = (bound: Bound): string => {
  const { what, figure, atLeast } = bound
  const limit = atLeast === undefined ? `at most ${bound.atMost}` : `at least ${atLeast}`
  const shown = Number(figure.toPrecision(figure < 100 ? 3 : 4))
  return `${isKept(bound) ? 'kept  ' : 'BROKEN'}  ${what}: ${shown} (${limit})`
}

/**
 * The frame of a bench: says what else uses the machine, before and at the end, prints the bounds, writes the result as
 * JSON to `json` or `bench/results/<name>.json`, and lets the process end with 1 when a bound is broken.
 */
export async function report(
  measure: () => Promise<Measured>,
  { json }: { json?: string | undefined } = {},
): Promise<void> {
  const bench = basename(process.argv[1] ?? '', '.ts')
  const machine = await watchMachine()
  console.log(`before: ${machineLine(machine.before)}`)
  const { figures, struck, bounds: own } = await measure()
  const losses = (struck ?? []).reduce((sum, { lost, twice, broken }) => sum + lost + twice + broken, 0)
  const bounds = struck ? [...own, { what: 'lost, twice or broken', figure: losses, atMost: 0 }] : own
  const during = machine.during()
  console.log(`during: ${machineLine(during)}`)
  for (const bound of bounds) console.log(boundLine(bound))
  const result: Result = {
    bench,
    at: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    before: machine.before,
    during,
    figures,
    ...(struck && { struck }),
    bounds: bounds.map((bound) => ({ ...bound, kept: isKept(bound) })),
  }
  const file = resolve(json ?? join(RESULTS, `${bench}.json`))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
  if (!bounds.every(isKept)) process.exitCode = 1
}
