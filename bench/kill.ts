/**
 * kill -9 during 200 concurrent writes, repeatedly on the same data: `npx tsx --conditions=acarreo-source bench/kill.ts
 * [rounds] [seed]`. By turns the server, its whole database, or both are killed. Ends with 1 at the first fault.
 */
import { existsSync } from 'node:fs'
import { type Struck, together } from '../test/support/processes/fault-rounds.ts'
import { killRounds, roundLine, type Victim } from '../test/support/processes/kill-rounds.ts'
import { FROM_BUILD, FROM_SOURCE } from '../test/support/processes/server-process.ts'
import { report } from './report.ts'

// With the 24 of faults.ts, fifty kills.
const rounds = Number(process.argv[2] ?? 26)
const seed = Number(process.argv[3] ?? Date.now())
const built = FROM_BUILD.every((file) => existsSync(file))
const order: readonly Victim[] = ['server', 'server', 'both', 'database']

console.log(`${rounds} rounds, seed ${seed}, server from ${built ? 'dist' : 'source'}`)
await report(async () => {
  const results = await killRounds({
    victims: Array.from({ length: rounds }, (_, i) => order[i % order.length] ?? 'server'),
    program: built ? FROM_BUILD : FROM_SOURCE,
    seed,
    onRound(round, number) {
      console.log(roundLine(round, number))
      for (const fault of round.faults.slice(0, 10)) console.log(`  ${fault}`)
    },
  })
  const sum = (of: (round: (typeof results)[number]) => number) =>
    results.reduce((total, round) => total + of(round), 0)
  const [acknowledged, open] = [sum((round) => round.acknowledged), sum((round) => round.open)]
  console.log(`${acknowledged} acknowledged, ${open} unanswered at a kill`)
  const faults = sum((round) => round.faults.length)
  const struck = new Map<Victim, Struck>()
  for (const { victim, recoveryMs, ...round } of results) {
    const now = { ...round, fault: `kill -9: ${victim}`, times: 1, servingAfterMs: Math.round(recoveryMs) }
    struck.set(victim, together(now, struck.get(victim)))
  }
  return {
    struck: [...struck.values()],
    figures: { rounds, seed, acknowledged, open },
    bounds: [{ what: 'faults', figure: faults, atMost: 0 }],
  }
})
