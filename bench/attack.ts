/**
 * Debian's scanners against the product, once for each role: `npm run attack [-- --role ROLE] [--tool wapiti|sqlmap]
 * [--seconds 30] [--minutes 60] [--limits]`. Every request passes a gate that signs it in and judges the answer. Ends with 1 when an answer was a
 * 500, held something of another tenant, or the record is not whole afterwards; what the scanners find is printed for a person to judge.
 * `--minutes`: sqlmap begins no call after so long, for each role; which ones it tried is by chance then.
 * `--limits`: with the product's own rate limits, to see that they hold.
 */
import { parseArgs } from 'node:util'
import { buildProduct, isBuilt } from '../scripts/lib/build-product.mjs'
import { openGate } from './attack/gate.ts'
import { type Sample, samplesFor } from './attack/samples.ts'
import { type Findings, missingScanners, sqlmap, wapiti } from './attack/scanners.ts'
import { ROLES, startTarget } from './attack/target.ts'
import { report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    role: { type: 'string' },
    tool: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '60' },
    limits: { type: 'boolean', default: false },
  },
})
const TOOLS = ['wapiti', 'sqlmap']

/** How many of the calls are answered with success as they are. */
async function acceptedOf(origin: string, samples: readonly Sample[]): Promise<number> {
  let accepted = 0
  for (const { method, path, query, body } of samples) {
    const answer = await fetch(`${origin}${path}?${new URLSearchParams(query)}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    await answer.arrayBuffer()
    if (answer.ok) accepted++
  }
  return accepted
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((each) => [Math.random(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each)
}

if (!isBuilt()) await buildProduct()
const missing = await missingScanners()
if (missing.length > 0) {
  console.error(`Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}

await report(async () => {
  const target = await startTarget({ hasLimits: args.limits })
  try {
    const rows: Record<string, unknown>[] = []
    const bad: string[] = []
    for (const role of ROLES.filter((name) => !args.role || name === args.role)) {
      const samples = await samplesFor(target, role)
      for (const tool of TOOLS.filter((name) => !args.tool || name === args.tool)) {
        const gate = await openGate(target, role, { varied: !args.limits })
        const findings: Findings = []
        // Signed in or not, a path that is not there is not there.
        const how = { seconds: Number(args.seconds), guess: role === 'anonymous' }
        // Calls that are refused before they are looked at would be attacked in vain.
        const accepted = await acceptedOf(gate.origin, samples)
        const end = performance.now() + Number(args.minutes) * 60_000
        let tried = samples.length
        if (tool === 'wapiti') findings.push(...(await wapiti(gate.origin, samples, how)))
        else {
          const left = shuffled(samples)
          while (left.length > 0 && performance.now() < end) {
            findings.push(...(await sqlmap(gate.origin, left.pop() as Sample)))
          }
          tried -= left.length
        }
        await gate.close()
        const { requests, statuses, failures, leaks } = gate.passed
        const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
        rows.push({
          tool,
          role,
          calls: `${tried} of ${samples.length}`,
          accepted,
          requests,
          findings: findings.length,
          failures: failures.length,
          leaks: leaks.length,
        })
        console.log(`\n${tool}, ${role}: ${requests} requests (${answers.join(', ')})`)
        for (const line of [...findings, ...failures, ...leaks]) console.log(`  ${line}`)
        bad.push(...failures, ...leaks)
      }
    }
    const faults = await target.faults()
    const alive = (await fetch(`${target.origin}/readyz`)).status
    console.table(rows)
    return {
      figures: { rows },
      bounds: [
        { what: 'answers of 500, or of another tenant', figure: bad.length, atMost: 0 },
        { what: 'faults of record and audit log', figure: faults.length, atMost: 0 },
        { what: 'status of /readyz afterwards', figure: alive, atMost: 200 },
      ],
    }
  } finally {
    await target.stop()
  }
})
