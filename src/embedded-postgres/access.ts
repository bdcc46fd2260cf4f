import { existsSync, readFileSync } from 'node:fs'
import { chown, rename, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { superuser } from './data-folder.ts'

/**
 * Writes who may connect: only over the socket, and only the system user of this process, as the kernel reports it, so
 * there is no password to keep. Runs at every start, because another account may have used the folder before.
 * Returns whether something changed; a running postmaster must then reload.
 */
export async function writeAccess(
  dataFolder: string,
  account: Account,
  { name, roles }: { name: string; roles: readonly string[] },
): Promise<boolean> {
  const user = userInfo().username
  const changes = [
    await replace(join(dataFolder, 'pg_hba.conf'), `local all all peer map=${name}\n`, account),
    await replace(
      join(dataFolder, 'pg_ident.conf'),
      [name, ...roles, superuser].map((role) => `${name} "${user}" ${role}\n`).join(''),
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
