import { parseArgs } from 'node:util'
import { ScriptFailure } from '../lib/run.mjs'

/** One simulated minute in each real second: a trip takes some seven minutes. */
const DEFAULT_SPEED = 60
const FASTEST = 3600

/**
 * @param {readonly string[]} args
 * @param {number} freshSeed
 * @returns {{ speed: number, seed: number }}
 * @throws {ScriptFailure} with the way it is meant
 */
export function demoOptions(args, freshSeed) {
  const usage = 'Uso: npm run demo -- [--speed 1…3600] [--seed número]'
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { speed: { type: 'string' }, seed: { type: 'string' } },
    })
    const speed = Number(values.speed ?? DEFAULT_SPEED)
    const seed = Number(values.seed ?? freshSeed)
    if (!(speed >= 1 && speed <= FASTEST) || !Number.isInteger(seed)) throw new Error('out of range')
    return { speed, seed }
  } catch {
    throw new ScriptFailure(usage)
  }
}
