import { existsSync, readFileSync } from 'node:fs'

/**
 * `flaky`: how many of the passed ones failed at their first try. `names`: those that failed.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: number, names: string[] }} Counts
 */

/** @param {string} file */
function reportIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * Counts of a Vitest JSON report. A file that could not even be loaded has no tests to count and counts as one failure.
 * @param {string} file
 * @returns {Counts | undefined} undefined when the runner wrote no report
 */
export function vitestCounts(file) {
  const report = reportIn(file)
  if (report === undefined) return undefined
  const unloaded = report.testResults.filter(
    (/** @type {any} */ suite) =>
      suite.status === 'failed' &&
      !suite.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  )
  const tests = report.testResults.flatMap((/** @type {any} */ suite) => suite.assertionResults)
  const failed = tests.filter((/** @type {any} */ test) => test.status === 'failed')
  // A test that passed keeps the messages of its failed tries.
  const flaky = tests.filter(
    (/** @type {any} */ test) => test.status === 'passed' && test.failureMessages.length > 0,
  )
  for (const { fullName, failureMessages } of flaky)
    console.log(`Passed only at the second try: ${fullName}\n${failureMessages[0]}\n`)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: flaky.length,
    names: [
      ...failed.map((/** @type {any} */ test) => test.fullName),
      ...unloaded.map((/** @type {any} */ suite) => suite.name),
    ],
  }
}

/**
 * Counts of a Playwright JSON report. A journey that passed only at its second try counts as passed and is listed separately.
 * @param {string} file
 * @returns {Counts | undefined} undefined when the runner wrote no report
 */
export function playwrightCounts(file) {
  const report = reportIn(file)
  if (report === undefined) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  const named = (/** @type {string} */ status) =>
    journeysOf(report).filter((journey) => journey.status === status)
  for (const { name } of named('flaky')) console.log(`Passed only at the second try: ${name}`)
  const names = named('unexpected').map(({ name }) => name)
  return { passed: expected + flaky, failed: unexpected, skipped, flaky, names }
}

/** @param {any} suite the report itself, or a part of it @returns {{ name: string, status: string }[]} */
function journeysOf({ suites = [], specs = [] }) {
  const own = specs.flatMap((/** @type {any} */ { file, line, title, tests }) =>
    tests.map((/** @type {any} */ { status }) => ({ name: `${file}:${line} ${title}`, status })),
  )
  return [...own, ...suites.flatMap(journeysOf)]
}

/**
 * @param {readonly Counts[]} all
 * @param {boolean} red whether any step failed: a red run never reports 0 failures, even where nothing could be counted
 * @returns {Counts}
 */
export function sumOf(all, red) {
  /** @type {Counts} */
  const sum = { passed: 0, failed: 0, skipped: 0, flaky: 0, names: [] }
  for (const counts of all) {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    sum.flaky += counts.flaky
    sum.names.push(...counts.names)
  }
  if (red) sum.failed = Math.max(1, sum.failed)
  return sum
}
