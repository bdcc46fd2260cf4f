import { existsSync, readFileSync } from 'node:fs'

/**
 * `flaky`: how many of the passed ones failed at their first try.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: number }} Counts
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
  // A test that passed keeps the messages of its failed tries.
  const flaky = report.testResults
    .flatMap((/** @type {any} */ suite) => suite.assertionResults)
    .filter((/** @type {any} */ test) => test.status === 'passed' && test.failureMessages.length > 0)
  for (const { fullName, failureMessages } of flaky)
    console.log(`Passed only at the second try: ${fullName}\n${failureMessages[0]}\n`)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: flaky.length,
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
  return { passed: expected + flaky, failed: unexpected, skipped, flaky }
}

/**
 * @param {readonly Counts[]} all
 * @param {boolean} red whether any step failed: a red run never reports 0 failures, even where nothing could be counted
 * @returns {Counts}
 */
export function sumOf(all, red) {
  const sum = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  for (const counts of all) {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    sum.flaky += counts.flaky
  }
  if (red) sum.failed = Math.max(1, sum.failed)
  return sum
}
