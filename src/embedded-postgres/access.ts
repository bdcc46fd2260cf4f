import { existsSync, readFileSync } from 'node:fs'
import { chown, rename, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'

/**
 * Writes who may connect: over the socket alone, and only the system user of this process, as the kernel reports it;
 * no password to keep. Written at every start, since the folder may have been used by another account before.
 * Returns whether something changed (a running postmaster must then be told to read it).
 */
export async function writeAccess(dataFolder: string, account: Account): Promise<boolean> {
  const user = userInfo().username
  const changes = [
    await replace(join(dataFolder, 'pg_hba.conf'), 'local all all peer map=acarreo\n', account),
    await replace(
      join(dataFolder, 'pg_ident.conf'),
      ['acarreo', 'postgres'].map((role) => `acarreo "${user}" ${role}\n`).join(''),
      account,
    ),
  ]
  return changes.includes(true)
}

async function replace(file: string, content: string, account: Account): Promise<boolean> {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return false
  const fresh = `${file}.new`
  await writeFile(fresh, content, { mode: 0o600 })
  if (account.ids) await chown(fresh, account.ids.uid, account.ids.gid)
  await rename(fresh, file)
  return true
}
