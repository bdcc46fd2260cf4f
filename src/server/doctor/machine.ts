import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { hasStaleAdminKey } from '../data-folder.ts'
import { backupFolder } from '../db/backup/write.ts'
import {
  BACKUP_FILES,
  DATA_DIR,
  DISK,
  gigabytes,
  hoursAgo,
  NO_BACKUP,
  notWritable,
  openSecret,
  plainBackups,
  SECRETS,
  SECRETS_PRIVATE,
  staleKey,
} from '../text/doctor.ts'
import { type Check, type Finding, fault, ok, warning } from './check.ts'

const HOUR_MS = 3_600_000
/** The nightly backup, and two hours for writing and verifying it. */
const BACKUP_MS = 26 * HOUR_MS
/** As in ops/alerts.yml. */
const LOW_BYTES = 2e9
const LOW_SHARE = 0.05

/** The data folder, its disk, and who may read the secrets in it. */
export const machineCheck =
  (config: Config): Check =>
  async () => {
    const { dataDir } = config
    const canWrite = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!canWrite) return [fault(DATA_DIR, notWritable(dataDir))]
    const { bavail, blocks, bsize } = await statfs(dataDir)
    const [free, size] = [bavail * bsize, blocks * bsize]
    const isLow = free < LOW_BYTES || free < size * LOW_SHARE
    return [
      ok(DATA_DIR, dataDir),
      (isLow ? fault : ok)(DISK, gigabytes(free, size, isLow)),
      ...(await secretFindings(config)),
    ]
  }

async function secretFindings(config: Config): Promise<Finding[]> {
  const { dataDir } = config
  const found: Finding[] = []
  for (const name of ['admin-key', 'session-secret', 'push-key']) {
    const file = await stat(join(dataDir, name)).catch(() => null)
    if (file && (file.mode & 0o077) !== 0) found.push(fault(SECRETS, openSecret(join(dataDir, name))))
  }
  if (await hasStaleAdminKey(config)) found.push(warning(SECRETS, staleKey(dataDir)))
  return found.length > 0 ? found : [ok(SECRETS, SECRETS_PRIVATE)]
}

/** The files of the nightly backup. `now`: epoch milliseconds. */
export const backupFilesCheck =
  ({ dataDir, backupHour, backupKeys }: Config, now: number): Check =>
  async () => {
    const folder = backupFolder(dataDir)
    const names = (await readdir(folder).catch(() => [])).filter((name) =>
      /^acarreo-.*\.gz(\.age)?$/.test(name),
    )
    const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
    const age = now - Math.max(...times)
    const plain = backupKeys.length > 0 ? names.filter((name) => name.endsWith('.gz')) : []
    const newest =
      times.length === 0
        ? (backupHour === null ? warning : fault)(BACKUP_FILES, NO_BACKUP)
        : (age > BACKUP_MS && backupHour !== null ? fault : ok)(BACKUP_FILES, hoursAgo(age, times.length))
    return [newest, ...(plain.length > 0 ? [warning(BACKUP_FILES, plainBackups(plain.length))] : [])]
  }
