import { spawnSync } from 'node:child_process'

/**
 * The commit of the sources in `root`: twelve digits, with `-dirty` behind them when a tracked file differs.
 * Null where git cannot tell, as in an unpacked archive of the sources.
 * @param {string} root
 */
export function commitOf(root) {
  return git(root, ['describe', '--always', '--abbrev=12', '--dirty', '--exclude=*'])
}

/**
 * Unix seconds of that commit; null when there is none or a file differs from it.
 * @param {string} root
 */
export function commitTimeOf(root) {
  if (commitOf(root)?.endsWith('-dirty')) return null
  const seconds = git(root, ['log', '-1', '--format=%ct'])
  return seconds === null ? null : Number(seconds)
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function git(root, args) {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
