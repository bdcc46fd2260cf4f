import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { type Counts, dump } from '../../../db/backup/dump.ts'
import { removeUnfinished, stampOf, writeCompressed } from '../../../db/backup/durable-file.ts'
import type { Queryable } from '../../../db/connect.ts'
import { belongingsOf, holdSupervisor } from './queries.ts'

export interface SupervisorArchive {
  /** Name of the file in `DATA_DIR/archive`. */
  file: string
  /** What it holds, and what is to be removed. */
  removed: {
    operators: number
    containers: number
    events: number
    reports: number
    sharedLinks: number
    invitations: number
  }
}

/**
 * Writes all that belongs to a supervisor (account, flags, operators, operations, events, reports, invitations, shared
 * links) into one compressed file, durable when this returns. `tx` locks out this supervisor's writers, so deleting the
 * same rows in it deletes exactly what the file holds. If `tx` rolls back later, the file stays: a superfluous archive
 * does no harm. `now` is epoch milliseconds.
 */
export async function archiveSupervisor(
  tx: Queryable,
  { dataDir, backupKeys, recordKeys }: Pick<Config, 'dataDir' | 'backupKeys' | 'recordKeys'>,
  supervisorId: number,
  now: number,
): Promise<SupervisorArchive> {
  await holdSupervisor(tx, supervisorId)
  const folder = join(dataDir, 'archive')
  const stem = `supervisor-${supervisorId}-`
  // Left by a killed process; the lock excludes another writer.
  await removeUnfinished(folder, stem)
  const counts: Counts = {}
  const about = { supervisorId, at: new Date(now).toISOString() }
  const { file } = await writeCompressed(
    folder,
    { stem: `${stem}${stampOf(now)}`, ending: '.ndjson.gz' },
    dump(tx, 'acarreo-archive', about, belongingsOf(supervisorId), counts, recordKeys[0]),
    { key: backupKeys[0] },
  )
  const { users = 0, containers = 0, events = 0, reports = 0, shared_links = 0, invitations = 0 } = counts
  // Without the supervisor's own account.
  const operators = Math.max(0, users - 1)
  return { file, removed: { operators, containers, events, reports, sharedLinks: shared_links, invitations } }
}
