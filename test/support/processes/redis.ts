import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../free-port.ts'

const READY_MS = 10_000

export interface TestRedis {
  /** `redis://127.0.0.1:<port>`; the same after `restart`. */
  url: string
  /** -9, as a machine that loses power. */
  kill(): Promise<void>
  /** Empty, on the port of before. */
  restart(): Promise<void>
  /** It keeps its connections and says nothing any more, until `thaw`. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** A Redis of the caller's own on a free port of this machine; it keeps nothing. `program`: from `ensureRedis`. */
export async function startRedis(program: string): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'acarreo-redis-'))
  const port = await freePort()
  let child = await start()

  async function start(): Promise<ChildProcess> {
    const started = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    // A test that times out never comes to its own end.
    process.once('exit', () => started.kill('SIGKILL'))
    await ready(started)
    return started
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill()
      child = await start()
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`Redis ${why}:\n${output}`))
    }
    const timer = setTimeout(() => fail(`was not ready after ${READY_MS} ms`), READY_MS)
    const hear = (line: string) => {
      output += `${line}\n`
      if (!/ready to accept connections/i.test(line)) return
      clearTimeout(timer)
      resolve()
    }
    for (const stream of [child.stdout, child.stderr]) {
      // Both are read to the end: a full pipe would stop it.
      if (stream) createInterface({ input: stream }).on('line', hear)
    }
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`ended (${code ?? signal})`)
    })
  })
}
