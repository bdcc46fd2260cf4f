import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedPostgresError } from './error.ts'

/** Who runs the database. `ids` is set only when we are root and have to step down: PostgreSQL refuses root. */
export interface Account {
  name: string
  ids?: { uid: number; gid: number }
}

/** An account of its own is kept apart from other daemons; `nobody` exists everywhere. */
const preferredNames = ['acarreo', 'nobody']

/**
 * As root the owner of existing data goes on running it, so a folder made as a plain user also starts as root.
 * Not as root it is ourselves, and data of somebody else is refused (PostgreSQL would, with a riddle).
 */
export function chooseAccount(dataFolder: string): Account {
  const ownerUid = statSync(dataFolder, { throwIfNoEntry: false })?.uid
  if (process.geteuid?.() !== 0) return ourselves(dataFolder, ownerUid)
  const accounts = listAccounts()
  if (ownerUid !== undefined && ownerUid !== 0) {
    const owner = accounts.find((account) => account.ids.uid === ownerUid)
    return owner ?? { name: String(ownerUid), ids: { uid: ownerUid, gid: statSync(dataFolder).gid } }
  }
  for (const name of preferredNames) {
    const account = accounts.find((candidate) => candidate.name === name)
    if (account && account.ids.uid !== 0) return account
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL no funciona como root y no existe la cuenta «nobody»: cree una cuenta «acarreo» o use DATABASE_URL.',
  )
}

function ourselves(dataFolder: string, ownerUid: number | undefined): Account {
  if (ownerUid !== undefined && ownerUid !== process.geteuid?.()) {
    throw new EmbeddedPostgresError(
      `La carpeta ${dataFolder} es de otra cuenta: arranque Acarreo con esa cuenta (o como root) o cambie su dueño.`,
    )
  }
  try {
    return { name: userInfo().username }
  } catch {
    // A container started with a bare number: initdb itself insists on a name.
    throw new EmbeddedPostgresError(
      `El usuario ${process.geteuid?.()} no figura en /etc/passwd y PostgreSQL no arranca sin nombre: regístrelo o use DATABASE_URL.`,
    )
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
