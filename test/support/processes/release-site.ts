import { execFileSync } from 'node:child_process'
import { readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../../../scripts/lib/root.mjs'
import type { Site } from './fault-sites.ts'
import { connectBeside, startServer } from './server-process.ts'

/** What the service manager gives, and nothing with which anything could be installed or built. */
export const BARE = { PATH: '/nonexistent', HOME: '/nonexistent' }

/** Where an installation has its releases, and how it starts the current one. */
export interface Installation {
  prefix: string
  dataDir: string
  /** A file of the release that `current` names. */
  current(file: string): string
  release(): string
  /** `ops/install.sh` with an archive or a release; returns what it said. */
  install(wanted: string): string
}

export async function installationIn(folder: string): Promise<Installation> {
  const [prefix, dataDir] = [join(folder, 'opt'), join(folder, 'data')]
  await mkdir(dataDir)
  await chmod(folder, 0o755)
  await chmod(dataDir, 0o755)
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  return {
    prefix,
    dataDir,
    current: (file) => join(prefix, 'current', file),
    release: () => readlinkSync(join(prefix, 'current')).replace('releases/', ''),
    install: (wanted) =>
      execFileSync('sh', [join(projectRoot, 'ops/install.sh'), wanted, prefix], {
        cwd: '/',
        env: { PATH: path },
        encoding: 'utf8',
        stdio: 'pipe',
      }),
  }
}

/** A release of another version with the same migrations. Returns its name. */
function secondRelease({ prefix, release }: Installation): string {
  const name = `${release()}-second`
  const [from, to] = [release(), name].map((each) => join(prefix, 'releases', each)) as [string, string]
  execFileSync('cp', ['-al', from, to])
  const build = join(to, 'dist/server/build.json')
  // A link to the first one's.
  rmSync(build)
  writeFileSync(build, JSON.stringify({ commit: 'second' }))
  return name
}

export interface ReleaseSite extends Site {
  /** Milliseconds from the last 200 of /healthz before each swap to the first one after it. */
  downMs: number[]
}

/**
 * An installation with two releases on empty data; its blow puts the other one in place, and restarts. `other`: an installed
 * release with the same migrations.
 */
export async function releaseSite(
  installation: Installation,
  other = secondRelease(installation),
): Promise<ReleaseSite> {
  const { prefix, current, release, install } = installation
  // Of its own: a second try of a test must not find the crew of the first.
  const dataDir = await mkdtemp(join(prefix, 'data-'))
  const start = (port = 0) =>
    startServer(dataDir, [current('dist/server/main.js')], { port, cwd: '/', env: BARE })
  let server = await start()
  const origin = server.origin
  const names = [release(), other]
  const downMs: number[] = []

  /** Asks without a pause until `isOver`; returns the longest time between two good answers. */
  async function longestSilence(isOver: () => boolean): Promise<number> {
    let [last, longest] = [performance.now(), 0]
    for (;;) {
      const answer = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } }).catch(() => null)
      if (answer?.status === 200) {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
        if (isOver()) return longest
      }
      await pause(2)
    }
  }

  return {
    target: { origin },
    downMs,
    blows: {
      async swap() {
        let isBack = false
        const watched = longestSilence(() => isBack)
        await pause(50)
        const stoppedAt = performance.now()
        install(names.find((name) => name !== release()) ?? '')
        await server.stop()
        server = await start(Number(new URL(origin).port))
        isBack = true
        downMs.push(await watched)
        return stoppedAt
      },
    },
    beside: () => connectBeside(dataDir),
    stop: () => server.stop(),
  }
}
