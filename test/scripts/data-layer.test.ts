import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '../../src/web')
/** The service worker answers by path; the audit log shows fields as they were recorded. */
const EXCEPT = /^(?:api\/|service-worker\/|text\/\w+\/console\/admin-audit\.ts$)|\.test\.tsx?$/

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !EXCEPT.test(file))
  .map((file) => ({ file, source: readFileSync(join(WEB, file), 'utf8') }))

it.each([
  ['paths of the server', /['"`]\/(?:api|healthz)\b/],
  [
    "the wire's names of an operation",
    /\b(?:containerId|displayContainerId|currentEventType|currentStatus|lastCompleted(?:EventType|Status|Time|RecordedAt))\b/,
  ],
])('only src/web/api knows %s', (_name, pattern) => {
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file)).toEqual([])
})
