import { existsSync, writeFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from '../http-client.ts'
import type { Site } from './fault-sites.ts'
import { connectBeside, startServer } from './server-process.ts'

/** Debian's package libfaketime. */
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))

const STEP_SECONDS = 7_200

/** The library rereads its file once a second: looks, not time. */
const LOOKS = 500
const NEAR_MS = 60_000

/**
 * One process whose clock can be stepped; the phones' clocks and that of its embedded database, which gets none of the
 * process's environment, stay right. null where libfaketime is not installed.
 */
export async function clockSite(folder: string, program: readonly string[]): Promise<Site | null> {
  if (!LIBRARY) return null
  const dataDir = join(folder, 'clock')
  await mkdir(dataDir)
  await chmod(dataDir, 0o755)
  const file = join(folder, 'offset')
  const write = (seconds: number): void =>
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`, { mode: 0o644 })
  write(0)
  const server = await startServer(dataDir, program, {
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  const target: Target = { origin: server.origin }
  const aheadMs = async (): Promise<number> => {
    const { headers } = await fetch(`${server.origin}/healthz`)
    return Date.parse(headers.get('date') ?? '') - Date.now()
  }
  const stepped = (seconds: number) => async (): Promise<number> => {
    write(seconds)
    for (let looks = 0; Math.abs((await aheadMs()) - seconds * 1_000) > NEAR_MS; looks++) {
      if (looks === LOOKS) throw new Error(`the clock is ${await aheadMs()} ms ahead`)
      await pause(20)
    }
    return performance.now()
  }
  return {
    target,
    blows: {
      'clock 2 h ahead': stepped(STEP_SECONDS),
      'clock right again': stepped(0),
      'clock 2 h behind': stepped(-STEP_SECONDS),
    },
    beside: () => connectBeside(dataDir),
    stop: () => server.stop(),
  }
}
