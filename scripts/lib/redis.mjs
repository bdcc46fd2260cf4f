import { ensureProgram, firstThatAnswers, placesOnPath } from './program.mjs'

/** Valkey is what Redis was before its licence changed; the product uses nothing that tells them apart. */
const names = ['redis-server', 'valkey-server']

/**
 * Looks for a Redis server for the tests: `ACARREO_REDIS`, then `redis-server` and `valkey-server` on PATH.
 * @param {{ env?: NodeJS.ProcessEnv }} [where]
 * @returns {Promise<string | undefined>} absolute path of the executable
 */
export function findRedis({ env = process.env } = {}) {
  const chosen = env.ACARREO_REDIS === undefined ? [] : [env.ACARREO_REDIS]
  return firstThatAnswers([...chosen, ...placesOnPath(names, env)], /(redis|valkey|server)\b.* v=/i)
}

/**
 * The Redis server for the tests.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<string>} absolute path of the executable
 * @throws {import('./run.mjs').ScriptFailure} when none can be had
 */
export const ensureRedis = ({ say = console.log } = {}) =>
  ensureProgram({
    find: findRedis,
    what: 'Redis',
    debian: 'redis-server',
    missing:
      'No Redis for the tests of several processes. Install redis-server or valkey-server, or name one with ACARREO_REDIS.',
    say,
  })
