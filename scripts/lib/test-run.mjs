import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeProbes } from './boundary-probes.mjs'
import { ensureBrowser } from './browser.mjs'
import { buildProduct, isBuilt } from './build-product.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureRedis } from './redis.mjs'
import { projectRoot } from './root.mjs'
import { run, runPackage, ScriptFailure } from './run.mjs'
import { playwrightCounts, sumOf, vitestCounts } from './test-counts.mjs'
import { makeTestFolder } from './test-folder.mjs'

/** @typedef {import('./test-counts.mjs').Counts} Counts */

/**
 * What a step gets: where to put reports, what was typed after its name, and whether it is part of the whole run.
 * @typedef {{ folder: string, extra: readonly string[], whole: boolean }} Context
 */

/**
 * What a step says of itself. `output` is shown only when it is red; `counts` are missing for a gate that counts nothing.
 * @typedef {{ red: boolean, output?: string, counts?: Counts | undefined }} Outcome
 */

const color = process.stdout.isTTY ? '--colors=force' : '--colors=off'

/** @param {Awaited<ReturnType<typeof run>>} result @returns {Outcome} */
const gate = ({ code, output }) => ({ red: code !== 0, output })

/**
 * A runner is believed only when exit code and report agree: no report, no test at all, or a failure under exit code 0 is red.
 * @param {number} code
 * @param {Counts | undefined} counts
 * @returns {Outcome}
 */
const counted = (code, counts) => ({
  red: code !== 0 || counts === undefined || counts.failed > 0 || counts.passed === 0,
  counts,
})

/** The steps in their order. @type {Record<string, (context: Context) => Promise<Outcome>>} */
const steps = {
  build: async ({ whole }) => {
    // First: it checks the server's types too, and the unit tests start many processes of the product, which start in half
    // the time of their sources. The whole run proves that the build works; a single part only needs its result.
    if (whole || !isBuilt()) await buildProduct()
    return { red: false }
  },

  // One checker: more of them repeat each other's work, a third of the processor time.
  types: async () =>
    gate(await runPackage('typescript/bin/tsc', ['-b', '--checkers', '1'], { capture: true })),

  lint: async () => gate(await runPackage('@biomejs/biome/bin/biome', ['ci', color, '.'], { capture: true })),

  // A separate process: it plants files in src and must remove them however it ends.
  boundaries: async () => gate(await run(process.execPath, ['scripts/boundaries.mjs'], { capture: true })),

  unit: async ({ folder, extra, whole }) => {
    const report = join(folder, 'vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const env = { ...process.env, ACARREO_REDIS: await ensureRedis() }
    // As for the journeys: a fault fails twice, and what passes at the second try is named at the end of the run.
    const retry = whole ? ['--retry=1'] : []
    const { code } = await runPackage('vitest/vitest.mjs', ['run', ...reporters, ...retry, ...extra], { env })
    return counted(code, vitestCounts(report))
  },

  browser: async ({ folder, extra }) => {
    const report = join(folder, 'journeys.json')
    const env = {
      ...process.env,
      ACARREO_CHROMIUM: await ensureBrowser(),
      ACARREO_JOURNEY_REPORT: report,
    }
    const { code } = await runPackage('@playwright/test/cli.js', ['test', ...extra], { env })
    tellWhatStoodThere()
    return counted(code, playwrightCounts(report))
  },
}

/** The page as it stood when a journey failed: on another machine, the files that hold it are gone when the run ends. */
function tellWhatStoodThere() {
  const folder = join(projectRoot, 'test-results')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'error-context.md')
    if (existsSync(file)) console.log(`${readFileSync(file, 'utf8').trimEnd()}\n`)
  }
}

const wholeRun = Object.keys(steps)
const quickRun = wholeRun.filter((name) => name !== 'build' && name !== 'browser')

/**
 * Which steps the typed words ask for.
 * @param {readonly string[]} words
 * @returns {{ names: readonly string[], extra: readonly string[] }}
 * @throws {ScriptFailure} at a word that names nothing: running everything, or nothing, would both mislead
 */
export function stepsFor(words) {
  const [first, ...extra] = words
  if (first === undefined) return { names: wholeRun, extra: [] }
  if (first === 'check' && extra.length === 0) return { names: quickRun, extra: [] }
  if (first === 'browser') return { names: ['build', 'browser'], extra }
  if (first === 'unit') return { names: ['unit'], extra }
  if (first in steps && extra.length === 0) return { names: [first], extra: [] }
  throw new ScriptFailure(`Unknown part: ${words.join(' ')}. Known: check, ${wholeRun.join(', ')}.`)
}

/**
 * Runs the asked steps, stops at the first red, says the counts on the last line and sets the exit code.
 * @param {readonly string[]} words
 */
export async function runTests(words) {
  const folder = makeTestFolder()
  // All temporary files of the runners and of what they start.
  process.env.TMPDIR = folder
  /** @type {Counts[]} */
  const counts = []
  let red = false
  try {
    const { names, extra } = stepsFor(words)
    await ensureInstalled()
    // Left behind only when an earlier run was killed outright; the types step would stumble over them.
    removeProbes(projectRoot)
    for (const name of names) {
      const outcome = await runStep(name, { folder, extra, whole: names === wholeRun })
      if (outcome.counts !== undefined) counts.push(outcome.counts)
      if (!outcome.red) continue
      red = true
      break
    }
  } catch (error) {
    red = true
    console.error(error instanceof ScriptFailure ? error.message : error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const sum = sumOf(counts, red)
  // At the end: what shows a run of another machine may show its last lines only.
  for (const name of sum.names) console.log(`Failed: ${name}`)
  if (sum.skipped > 0) console.log(`Skipped: ${sum.skipped}`)
  if (sum.flaky > 0) console.log(`Passed only at the second try: ${sum.flaky}`)
  console.log(`Tests: ${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = red ? 1 : 0
}

/**
 * @param {string} name
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function runStep(name, context) {
  console.log(`> ${name}`)
  const startedAt = performance.now()
  const step = steps[name]
  if (step === undefined) throw new ScriptFailure(`Unknown part: ${name}.`)
  const outcome = await step(context).catch((error) => {
    if (error instanceof ScriptFailure) return { red: true, output: error.message }
    throw error
  })
  if (outcome.red && outcome.output) console.log(outcome.output.trimEnd())
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${outcome.red ? 'FAILED' : 'ok'}: ${name}, ${seconds} s\n`)
  return outcome
}
