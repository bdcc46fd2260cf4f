import { execFile } from 'node:child_process'
import { inject } from 'vitest'

export interface Ended {
  code: number
  said: string
}

/** Runs to its end; standard output and error together. */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { DATABASE_URL: _database, REDIS_URL: _redis, PUBLIC_URL: _url, ...own } = process.env
  return new Promise((resolve) => {
    execFile(program, [...args], { env: { ...own, ...env }, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: `${stdout}${stderr}` }),
    )
  })
}

/** A command as somebody types it. */
export const typed = (command: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  run('sh', ['-c', command], env)

/** `npm run verify`, `restore` and `doctor`, without the build before. */
export function program(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const started = inject('program').map((part) => part.replace(/main\.(js|ts)$/, `${name}.$1`))
  return run(process.execPath, [...started, ...args], env)
}

/** Of `npm run NAME -- ARGUMENT`: what stands behind the two dashes. */
export const argumentsOf = (command: string): string[] =>
  command
    .replace(/^.*? -- /, '')
    .replace(/ #.*$/, '')
    .trim()
    .split(/\s+/)
