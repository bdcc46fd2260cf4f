import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface LogLine {
  time: string
  level: string
  code: string
  msg: string
  // biome-ignore lint/suspicious/noExplicitAny: each code has other fields, and a test fails when one is missing
  [field: string]: any
}

/** The product as a process that may not become ready, with what it writes, as JSON. */
export interface Spoken {
  child: ChildProcess
  lines: LogLine[]
  /** Lines that are not JSON. */
  strange: string[]
  /** Its exit code, or the signal that ended it, when all that it wrote has been read. */
  ended: Promise<number | string>
  /** Of what happened to the process, without what a busy machine, a job or a request adds. */
  told(): LogLine[]
  codes(): string[]
}

const INCIDENTAL = /^(LIBRARY|JOB_NOTES|MAIL_WRITTEN|THREAD_BLOCKED|REQUEST_REFUSED)$/

export function speak(env: NodeJS.ProcessEnv, args: readonly string[] = []): Spoken {
  const { DATABASE_URL: _, REDIS_URL: __, PUBLIC_URL: ___, ...inherited } = process.env
  const child = spawn(process.execPath, [...inject('program'), ...args], {
    cwd: root,
    env: { ...inherited, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: LogLine[] = []
  const strange: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      try {
        lines.push(JSON.parse(line))
      } catch {
        strange.push(line)
      }
    })
  }
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'ended')),
  )
  const told = (): LogLine[] => lines.filter(({ code }) => !INCIDENTAL.test(code))
  return { child, lines, strange, ended, told, codes: () => told().map(({ code }) => code) }
}
