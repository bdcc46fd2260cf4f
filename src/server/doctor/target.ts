import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomToken } from '../adapters/ids.ts'
import { targetName } from '../backup-place.ts'
import type { Config } from '../config.ts'
import { causeOf, newestAt } from '../db/backup/target/copy.ts'
import { digestOf } from '../db/backup/target/digest.ts'
import { openTarget } from '../db/backup/target/open.ts'
import type { Target } from '../db/backup/target/target.ts'
import * as words from '../text/doctor.ts'
import { type Check, type Finding, fault, ok, warning } from './check.ts'

/** The nightly backup, and what writing, verifying and copying a large one takes. */
const COPIED_MS = 28 * 3_600_000

/** Writes, reads and removes a small file at the target, and looks at the newest backup there. */
export const targetCheck =
  ({ backupTarget, s3, dataDir, backupHour }: Config, now: number): Check =>
  async () => {
    const [what, findings]: [string, Finding[]] = [words.BACKUP_TARGET, []]
    if (backupTarget === null) return backupHour === null ? [] : [warning(what, words.noTarget)]
    const name = targetName(backupTarget)
    try {
      const target = await openTarget(backupTarget, s3)
      await tryOut(target)
      findings.push(ok(what, words.targetWorks(name)))
      const newest = await newestAt(target)
      const isOld = newest === null || now - newest.at > COPIED_MS
      const line = newest === null ? words.NO_COPY : words.copiedAgo(now - newest.at, newest.count, isOld)
      findings.push((isOld && backupHour !== null ? fault : ok)(what, line))
    } catch (error) {
      return [fault(what, words.targetFails(name, causeOf(error)))]
    }
    if (backupTarget.kind === 'folder' && (await isOneDisk(backupTarget.folder, dataDir))) {
      findings.push(warning(what, words.onThisMachine(name)))
    }
    return findings
  }

async function tryOut(target: Target): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-target-'))
  try {
    const [path, name] = [join(folder, 'file'), `acarreo-doctor-${randomToken(8)}`]
    await writeFile(path, name)
    // Reads it back.
    await target.put(name, path, await digestOf([Buffer.from(name)]))
    await target.remove(name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isOneDisk = async (a: string, b: string): Promise<boolean> =>
  (await stat(a)).dev === (await stat(b)).dev
