import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A whole run takes less than 1 GB at its largest. */
const ROOM_BYTES = 4 * 2 ** 30
const MEMORY = '/dev/shm'

/**
 * A new folder for all that tests write: in memory where Linux offers one with room for it, else where temporary files are
 * kept. Each test file has a database of some hundred files, and a disk takes a fifth of PostgreSQL's time to make them.
 * @param {string} [memory] a folder in memory
 * @param {number} [room] bytes that must be free there
 */
export function makeTestFolder(memory = MEMORY, room = ROOM_BYTES) {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize >= room) {
      const folder = openTo(mkdtempSync(join(memory, 'acarreo-test-')))
      if (runsPrograms(folder)) return folder
      rmSync(folder, { recursive: true })
    }
  } catch {
    // No such folder, or not for us.
  }
  return openTo(mkdtempSync(join(tmpdir(), 'acarreo-test-')))
}

/** PostgreSQL refuses to run as root, and so its files lie there as another user. @param {string} folder */
function openTo(folder) {
  chmodSync(folder, 0o755)
  return folder
}

/** Not where it is mounted with `noexec`: the tests of the archive run what is in it. @param {string} folder */
function runsPrograms(folder) {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
