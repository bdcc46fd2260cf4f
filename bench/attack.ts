/**
 * Debian's scanners against the product, once for each role: `npm run attack [-- --role ROLE] [--tool wapiti|sqlmap]
 * [--seconds 30] [--limits]`. Every request passes a gate that signs it in and judges the answer. Ends with 1 when an answer was a
 * 500, held something of another tenant, or the record is not whole afterwards; what the scanners find is printed for a person to judge.
 * `--limits`: with the product's own rate limits, to see that they hold.
 */
import { parseArgs } from 'node:util'
import { buildProduct, isBuilt } from '../scripts/lib/build-product.mjs'
import { openGate } from './attack/gate.ts'
import { samplesFor } from './attack/samples.ts'
import { type Findings, missingScanners, sqlmap, wapiti } from './attack/scanners.ts'
import { ROLES, startTarget } from './attack/target.ts'
import { report } from './report.ts'

const { values: args } = parseArgs({
  options: {
    role: { type: 'string' },
    tool: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    limits: { type: 'boolean', default: false },
  },
})
const TOOLS = ['wapiti', 'sqlmap']

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
        if (tool === 'wapiti') findings.push(...(await wapiti(gate.origin, samples, how)))
        else for (const sample of samples) findings.push(...(await sqlmap(gate.origin, sample)))
        await gate.close()
        const { requests, statuses, failures, leaks } = gate.passed
        const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
        rows.push({
          tool,
          role,
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
