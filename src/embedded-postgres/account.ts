import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedPostgresError } from './error.ts'

/** Who runs the database. `ids` is set only when this process is root, because PostgreSQL refuses root. */
export interface Account {
  name: string
  ids?: { uid: number; gid: number }
}

/**
 * As root: the owner of existing data, else the account `name` if there is one (kept apart from other daemons), else
 * `nobody`. Not as root: ourselves, and the data of another account are refused (PostgreSQL's own message is obscure).
 */
export function chooseAccount(dataFolder: string, name: string): Account {
  const ownerUid = statSync(dataFolder, { throwIfNoEntry: false })?.uid
  if (process.geteuid?.() !== 0) return ourselves(dataFolder, ownerUid)
  const accounts = listAccounts()
  if (ownerUid !== undefined && ownerUid !== 0) {
    const owner = accounts.find((account) => account.ids.uid === ownerUid)
    return owner ?? { name: String(ownerUid), ids: { uid: ownerUid, gid: statSync(dataFolder).gid } }
  }
  const wanted = [name, 'nobody']
  for (const wish of wanted) {
    const account = accounts.find((candidate) => candidate.name === wish)
    if (account && account.ids.uid !== 0) return account
  }
  throw new EmbeddedPostgresError({ code: 'no_account', wanted })
}

function ourselves(dataFolder: string, ownerUid: number | undefined): Account {
  if (ownerUid !== undefined && ownerUid !== process.geteuid?.()) {
    throw new EmbeddedPostgresError({ code: 'foreign_folder', folder: dataFolder })
  }
  try {
    return { name: userInfo().username }
  } catch {
    // A container that runs under a bare uid: initdb needs a name.
    throw new EmbeddedPostgresError({ code: 'unnamed_user', uid: process.geteuid?.() })
  }
}

function listAccounts(): Required<Account>[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && !fields[0]?.startsWith('#'))
    .map(([name = '', , uid, gid]) => ({ name, ids: { uid: Number(uid), gid: Number(gid) } }))
}

/** Asked by trying, not by reading permission bits: access lists, mounts and namespaces have their own say. */
export function canEnter(account: Account, folder: string): boolean {
  const attempt = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...account.ids,
    cwd: '/',
    stdio: 'ignore',
  })
  return attempt.status === 0
}

/**
 * How each PostgreSQL program is started: as the account, in the folder it works on. Nothing is inherited: a PGDATA,
 * PGPORT or LC_ALL of the person's shell would change what the programs do.
 */
export function programPlace(account: Account, folder: string, env: Record<string, string>) {
  return {
    ...account.ids,
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', HOME: '/', ...env },
  }
}
