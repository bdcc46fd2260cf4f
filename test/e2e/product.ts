import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../../dist/server/main.js')
const READY_MS = 20_000

/** The built product as a process of its own, on a data folder of its own. */
export interface Product {
  origin: string
  /** `kill -9`, and up again on the same folder and port. */
  crashAndRestart(): Promise<void>
  crash(): Promise<void>
  restart(): Promise<void>
  /** Stops it as an operator would, and forgets its data. */
  dispose(): Promise<void>
}

export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-e2e-'))
  const port = await freePort()
  let child = await run(dataDir, port)
  const crash = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone(child)
  }
  const restart = async (): Promise<void> => {
    child = await run(dataDir, port)
  }
  return {
    origin: `http://localhost:${port}`,
    crash,
    restart,
    async crashAndRestart() {
      await crash()
      await restart()
    },
    async dispose() {
      child.kill('SIGTERM')
      await gone(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function run(dataDir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (data) => said.push(String(data)))
  const ready = new Promise<void>((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`The product ${why}: ${said.join('\n')}`))
    const timer = setTimeout(() => failed('was not ready in time'), READY_MS)
    child.on('exit', (code) => failed(`ended with ${code}`))
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      if (!line.startsWith('Acarreo está listo')) return
      clearTimeout(timer)
      resolve()
    })
  })
  await ready
  return child
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
