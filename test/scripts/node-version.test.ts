import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeComplaint } from '../../scripts/lib/node-version.mjs'
import { projectRoot } from '../../scripts/lib/root.mjs'

test.each(['20.19.0', 'v20.20.2', '22.12.0', 'v23.0.0', '24.21.0'])('Node %s will do', (version) => {
  expect(nodeComplaint(version)).toBeUndefined()
})

test.each(['12.22.0', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])(
  'Node %s is refused by its number',
  (version) => {
    expect(nodeComplaint(version)).toContain(`Este es Node ${version}.`)
  },
)

interface Interval {
  /** Included. */
  from: number
  /** Not included. */
  to: number
}

const numberOf = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version
    .split('.')
    .map((part) => (part === 'x' ? 0 : Number(part)))
  return major * 1e6 + minor * 1e3 + patch
}

/** What `engines` of our packages is written in; anything else fails the test, so that somebody looks at it. */
function intervalOf(comparator: string): Interval {
  const [, operator, version = ''] = /^(>=|\^|)(\d+(?:\.\d+|\.x){0,2})$/.exec(comparator) ?? []
  if (operator === undefined) throw new Error(`a range of a new kind: ${comparator}`)
  const from = numberOf(version)
  if (operator === '>=') return { from, to: Number.POSITIVE_INFINITY }
  if (operator === '' && version.includes('.')) throw new Error(`a range of a new kind: ${comparator}`)
  return { from, to: (Math.floor(from / 1e6) + 1) * 1e6 }
}

const intervalsOf = (range: string): Interval[] =>
  range.split('||').map((all) =>
    all
      .trim()
      .replace(/>= +/g, '>=')
      .split(/\s+/)
      .map(intervalOf)
      .reduce((a, b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })),
  )

/** Whether every Node of the range `inner` is one of `outer`. */
const isWithin = (inner: string, outer: string): boolean =>
  intervalsOf(inner).every(({ from, to }) =>
    intervalsOf(outer).some((wide) => wide.from <= from && to <= wide.to),
  )

/** Packages that declare less than they can do, each with the reason why it runs on all of our Nodes. */
const RUNS_ALL_THE_SAME: Record<string, string> = {
  cookie:
    'plain functions of ES2020 as an ES module, which @fastify/cookie requires: from 20.19 Node does that',
  'content-disposition': 'the same, for @fastify/static',
}

test('our range of Node lies within that of every package that the server runs with', () => {
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) =>
    JSON.parse(readFileSync(join(projectRoot, name), 'utf8')),
  )
  const { node: ours } = manifest.engines
  const packages = Object.entries<{ dev?: boolean; engines?: { node?: string } }>(lock.packages).filter(
    ([path, { dev }]) => path !== '' && !dev,
  )
  const declared = packages.flatMap(([path, { engines }]) =>
    engines?.node ? [{ path, range: engines.node }] : [],
  )
  expect(declared.length).toBeGreaterThan(100)
  const outside = declared.filter(({ range }) => !isWithin(ours, range))
  expect(outside.map(({ path }) => path.replace(/^.*node_modules\//, '')).sort()).toEqual(
    Object.keys(RUNS_ALL_THE_SAME).sort(),
  )
})

test.each(['20.18.9', '20.19.0', '20.99.9', '21.0.0', '22.11.9', '22.12.0', '23.0.0', '30.1.2'])(
  'the start judges Node %s as package.json does',
  (version) => {
    const { node: ours } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).engines
    const isOurs = intervalsOf(ours).some(
      ({ from, to }) => from <= numberOf(version) && numberOf(version) < to,
    )
    expect(nodeComplaint(version) === undefined).toBe(isOurs)
  },
)

test.each([
  ['^20.19.0', '>=20', true],
  ['>=22.12.0', '20 || >=22', true],
  ['^20.19.0', '>=22', false],
  ['>=20.19.0', '18 || 20 || >=22', false],
  ['^20.8.0', '^20.9.0 || >=22.0.0', false],
  ['^14.18.0', '>=16 || 14 >=14.17', true],
])('%s within %s: %s', (inner, outer, expected) => {
  expect(isWithin(inner, outer)).toBe(expected)
})
