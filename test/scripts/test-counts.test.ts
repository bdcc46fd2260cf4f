import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playwrightCounts, sumOf, vitestCounts } from '../../scripts/lib/test-counts.mjs'

let folder: string

function report(content: object) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acarreo-counts-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a test file that could not be loaded counts as a failure, and is named with the tests that failed', () => {
  const file = report({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'a hold ends', failureMessages: ['no'] }],
      },
      { status: 'failed', name: 'holds.test.ts', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed', failureMessages: [] }] },
    ],
  })
  expect(vitestCounts(file)).toEqual({
    passed: 4,
    failed: 2,
    skipped: 3,
    flaky: 0,
    names: ['a hold ends', 'holds.test.ts'],
  })
})

test('a test that passed only at its second try is counted apart, and named with what it failed of', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const test = { status: 'passed', fullName: 'a hold ends', failureMessages: ['Error: still held'] }
  const file = report({
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: 'passed', assertionResults: [test] }],
  })
  expect(vitestCounts(file)).toMatchObject({ passed: 1, failed: 0, flaky: 1, names: [] })
  expect(said.mock.lastCall?.[0]).toMatch(/a hold ends\n.*still held/)
  said.mockRestore()
})

test('a journey that passed only at its second try has passed, and both it and the failed one are named', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const spec = (title: string, status: string) => ({ file: 'a.spec.ts', line: 7, title, tests: [{ status }] })
  const file = report({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      {
        specs: [spec('passes', 'expected')],
        suites: [{ specs: [spec('waits', 'flaky'), spec('breaks', 'unexpected')] }],
      },
    ],
  })
  expect(playwrightCounts(file)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
    flaky: 1,
    names: ['a.spec.ts:7 breaks'],
  })
  expect(said.mock.lastCall?.[0]).toBe('Passed only at the second try: a.spec.ts:7 waits')
  said.mockRestore()
})

test('a runner that wrote no report has no counts', () => {
  expect(vitestCounts(join(folder, 'none.json'))).toBeUndefined()
  expect(playwrightCounts(join(folder, 'none.json'))).toBeUndefined()
})

test('a red run never closes with 0 failures', () => {
  const green = { passed: 5, failed: 0, skipped: 1, flaky: 1, names: [] }
  expect(sumOf([green, green], false)).toEqual({ passed: 10, failed: 0, skipped: 2, flaky: 2, names: [] })
  expect(sumOf([green], true)).toEqual({ passed: 5, failed: 1, skipped: 1, flaky: 1, names: [] })
  const broken = { ...green, failed: 3, names: ['a hold ends'] }
  expect(sumOf([broken, green], true)).toMatchObject({ failed: 3, names: ['a hold ends'] })
})
