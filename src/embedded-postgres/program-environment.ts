import type { Account } from './account.ts'

/** How each PostgreSQL program is started: as the account, standing in the folder it works on. */
export interface ProgramPlace {
  cwd: string
  uid?: number
  gid?: number
  env: Record<string, string>
}

/** Nothing is inherited: a PGDATA, PGPORT or LC_ALL of the person's shell would change what the programs do. */
export function programPlace(account: Account, folder: string, env: Record<string, string>): ProgramPlace {
  return {
    ...account.ids,
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', HOME: '/', ...env },
  }
}
