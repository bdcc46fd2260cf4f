import { expect, inject, test } from 'vitest'
import { killRounds } from '../support/processes/kill-rounds.ts'

// The bench runs twenty rounds of the same (bench/kill.ts).
test('kill -9 during 200 writes: what was acknowledged is there once, nothing else is, and it starts again', async () => {
  const rounds = await killRounds({
    victims: ['server', 'both', 'database'],
    program: inject('program'),
    seed: 3,
  })
  expect(rounds.flatMap(({ faults }) => faults)).toEqual([])
  for (const { acknowledged } of rounds) expect(acknowledged).toBeGreaterThan(0)
  // Without writes in flight at the blow the rounds would prove nothing.
  expect(rounds.reduce((sum, { open }) => sum + open, 0)).toBeGreaterThan(0)
  // For a fault: a round takes seconds, and on a busy machine half a minute.
}, 300_000)
