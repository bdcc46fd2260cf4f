/**
 * The same questions and presses beside 1,000,000 and beside 20,000,000 events: `npx tsx --conditions=acarreo-source
 * bench/rows.ts [--folder FOLDER] [--small 1000000] [--large 20000000] [--rounds 10] [--seconds 4] [--fill]
 * [--json FILE]`. A named folder is filled once and kept; `--fill` does only that, so that it can run with `nice`.
 * Ends with 1 when a median is more than 1.5 times as long beside the large record.
 */

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startLoad } from './load/generator.ts'
import { rank } from './measure.ts'
import { type Bound, report } from './report.ts'
import { pressesOn } from './rows/presses.ts'
import { ask, exportFile, readerOf } from './rows/reads.ts'
import { fill, folderOf, openStage, type Stage } from './rows/stage.ts'
import { boardLoadMs, bytesPerMillion, churnOf, removeSupervisor } from './rows/upkeep.ts'

const { values: args } = parseArgs({
  options: {
    folder: { type: 'string' },
    small: { type: 'string', default: '1000000' },
    large: { type: 'string', default: '20000000' },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '4' },
    fill: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const folder = args.folder ?? (await mkdtemp(join(tmpdir(), 'acarreo-rows-')))
const SIZES = [Number(args.small), Number(args.large)]
const BOUND = 1.5
const PRESS_ROUNDS = 3

/** Table, indexes, sorting while they are built, log and first backup. */
const GB_PER_MILLION = 0.75
const GB_EACH = 1.5

async function fillAll(root: string): Promise<void> {
  await mkdir(root, { recursive: true })
  const missing = SIZES.filter((events) => !existsSync(folderOf(root, events)))
  const needed = missing.reduce((sum, events) => sum + (events / 1e6) * GB_PER_MILLION + GB_EACH, 0)
  const { bavail, bsize } = await statfs(root)
  const free = (bavail * bsize) / 1e9
  console.log(`disk needed: ${needed.toFixed(0)} GB, free: ${free.toFixed(0)} GB`)
  if (free < needed) throw new Error('not enough disk')
  for (const events of SIZES) await fill(root, events)
}

interface Figure {
  name: string
  unit: string
  small: number
  large: number
  ratio: number
}

const round = (figure: number) => Number(figure.toPrecision(3))

function figureOf(name: string, unit: string, [small, large]: readonly number[]): Figure {
  const [a, b] = [small ?? Number.NaN, large ?? Number.NaN]
  return { name, unit, small: round(a), large: round(b), ratio: round(b / a) }
}

const lineOf = ({ name, unit, small, large, ratio }: Figure): string =>
  `${name.padEnd(48)} ${String(small).padStart(9)} ${String(large).padStart(9)} ${unit.padEnd(8)} ${ratio.toFixed(2)}`

/** The two stages take turns at each question, so that what else the machine does meets both. */
async function reads(stages: readonly Stage[]): Promise<Figure[]> {
  const readers = await Promise.all(stages.map(readerOf))
  const figures: Figure[] = []
  for (const who of ['usual', 'large'] as const) {
    const [first] = readers
    for (const name of Object.keys(first?.large.questions ?? {})) {
      const times: number[][] = stages.map(() => [])
      for (let n = -1; n < Number(args.rounds); n++) {
        for (const [i, reader] of readers.entries()) {
          const found = await ask(who === 'large' ? Array(4).fill(reader.large) : reader.usual, name)
          // The first round fills caches.
          if (n >= 0) times[i]?.push(...found)
        }
      }
      const label = `${name}${who === 'large' ? ', 200 trucks' : ''}`
      for (const percent of [50, 95]) {
        const figure = figureOf(
          `${label}, p${percent}`,
          'ms',
          times.map((list) => rank(list, percent)),
        )
        figures.push(figure)
        console.log(lineOf(figure))
      }
    }
  }
  const files = readers.map(() => [] as Awaited<ReturnType<typeof exportFile>>[])
  for (let n = 0; n < 3; n++) {
    for (const [i, reader] of readers.entries()) files[i]?.push(await exportFile(reader))
  }
  for (const of of ['firstByteMs', 'milliseconds'] as const) {
    const name = `CSV of 200 trucks, ${of === 'firstByteMs' ? 'first' : 'last'} byte, p50`
    const figure = figureOf(
      name,
      'ms',
      files.map((list) =>
        rank(
          list.map((file) => file[of]),
          50,
        ),
      ),
    )
    figures.push(figure)
    console.log(lineOf(figure))
  }
  return figures
}

async function presses(stages: readonly Stage[]): Promise<Figure[]> {
  const load = startLoad()
  try {
    const pressing = []
    for (const stage of stages) pressing.push(await pressesOn(stage))
    const outcomes = stages.map(() => [] as { perSecond: number; p50: number; p95: number }[])
    for (let n = -1; n < PRESS_ROUNDS; n++) {
      for (const [i, each] of pressing.entries()) {
        const outcome = await each.run(load, Number(args.seconds))
        if (n >= 0) outcomes[i]?.push(outcome)
      }
    }
    const middle = (of: 'perSecond' | 'p50' | 'p95') =>
      outcomes.map((list) =>
        rank(
          list.map((outcome) => outcome[of]),
          50,
        ),
      )
    const figures = [
      figureOf('presses, 32 connections, p50', 'ms', middle('p50')),
      figureOf('presses, 32 connections, p95', 'ms', middle('p95')),
      figureOf('presses, 32 connections', '/s', middle('perSecond')),
    ]
    for (const figure of figures) console.log(lineOf(figure))
    return figures
  } finally {
    load.stop()
  }
}

async function upkeep(stages: readonly Stage[]): Promise<object> {
  const found = []
  for (const stage of stages) {
    const board = await boardLoadMs(stage)
    const bytes = await bytesPerMillion(stage)
    const churn = await churnOf(stage)
    const removal = await removeSupervisor(stage)
    const { events, backupSeconds, server } = stage
    const figures = { events, startMs: server.startMs, board, backupSeconds, bytes, churn, removal }
    console.log(JSON.stringify(figures, null, 1))
    found.push(figures)
  }
  return found
}

const boundOf = ({ name, unit, ratio }: Figure): Bound[] => {
  if (name.endsWith('p95')) return []
  return [
    unit === '/s'
      ? { what: `${name}, of those beside the small record`, figure: ratio, atLeast: 1 / BOUND }
      : { what: `${name}, times the small record's`, figure: ratio, atMost: BOUND },
  ]
}

async function measure(): Promise<{ figures: object; bounds: Bound[] }> {
  const stages: Stage[] = []
  try {
    for (const events of SIZES) stages.push(await openStage(folder, events))
    console.log(`${''.padEnd(48)} ${SIZES.map((n) => `${n / 1e6} M`.padStart(9)).join(' ')}          ratio`)
    const figures = [...(await reads(stages)), ...(await presses(stages))]
    return { figures: { figures, upkeep: await upkeep(stages) }, bounds: figures.flatMap(boundOf) }
  } finally {
    for (const stage of stages) await stage.stop()
  }
}

try {
  await fillAll(folder)
  if (!args.fill) await report(measure, args)
} finally {
  if (!args.folder) await rm(folder, { recursive: true, force: true })
}
