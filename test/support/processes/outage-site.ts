import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import WebSocket from 'ws'
import { runningConnection } from '#embedded-postgres/running'
import { EMBEDDED_NAME } from '#server/db/start/open'
import { hireCrew, type Target } from '../http-client.ts'
import type { Site } from './fault-sites.ts'
import { connectBeside, killDatabase, type ServerProcess, startServer } from './server-process.ts'
import { fillDisk, mountSmallDisk } from './small-disk.ts'
import { stopDatabase } from './stopped.ts'

/** How hard the blows are. */
export interface OutageSizes {
  stoppedMs: number
  kills: number
  sockets: number
  /** How long what blocks without end stays. */
  holdMs: number
  diskMegabytes: number
}

const ADMIN_KEY = 'a key for the console of these rounds'

/** One process on the embedded database, in `folder`, and what can go wrong with it short of its own death. */
export async function outageSite(
  folder: string,
  program: readonly string[],
  sizes: OutageSizes,
): Promise<Site & { hasSmallDisk: boolean; server: ServerProcess }> {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const unmount = mountSmallDisk(disk, sizes.diskMegabytes)
  const dataDir = join(disk, 'data')
  await mkdir(dataDir)
  await chmod(dataDir, 0o755)
  const env = { ADMIN_KEY, REQUESTS_PER_MINUTE: '1000000' }
  const server = await startServer(dataDir, program, { env })
  const target: Target = { origin: server.origin }
  const { port } = new URL(server.origin)
  // Now: connections that never end their login use up what this address may register in a minute.
  const { supervisor: extra } = await hireCrew(target, 'flood', 0)

  function killPostmaster(): void {
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
  }

  /** Connections that do with `first` what `act` says, until the server closes them or `forMs` has passed. */
  async function sockets(first: string, forMs: number, act: (socket: Socket) => void): Promise<number> {
    const open: Socket[] = []
    const acting = setInterval(() => open.forEach(act), 1_000)
    try {
      for (let i = 0; i < sizes.sockets; i++) {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => {})
        socket.on('connect', () => socket.write(first))
        open.push(socket)
        if (i % 200 === 199) await pause(20)
      }
      await pause(forMs)
    } finally {
      clearInterval(acting)
      for (const socket of open) socket.destroy()
    }
    return performance.now()
  }

  return {
    target,
    server,
    hasSmallDisk: unmount !== null,
    blows: {
      async stopped() {
        const goOn = stopDatabase(dataDir)
        await pause(sizes.stoppedMs)
        goOn()
        return performance.now()
      },
      async killed() {
        for (let kills = 0; kills < sizes.kills; kills++) {
          if (kills > 0) await pause(4_000)
          killPostmaster()
        }
        return performance.now()
      },
      async full() {
        const free = fillDisk(disk)
        killDatabase(dataDir)
        await pause(sizes.holdMs)
        free()
        return performance.now()
      },
      /** Others take every connection that PostgreSQL has. */
      async exhausted() {
        const connection = runningConnection(dataDir, EMBEDDED_NAME)
        if (!connection) throw new Error('no database')
        const taken: pg.Client[] = []
        try {
          for (;;) {
            const client = new pg.Client(connection)
            client.on('error', () => {})
            await client.connect()
            taken.push(client)
          }
        } catch {
          await pause(sizes.holdMs)
        }
        await Promise.all(taken.map((client) => client.end()))
        return performance.now()
      },
      unread: () =>
        sockets('GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20), sizes.holdMs, (s) =>
          s.pause(),
        ),
      slow: () =>
        sockets(
          'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
          sizes.holdMs,
          (socket) => socket.write(' '),
        ),
      /** Messages of a client on the live channel, which has none. */
      async flood() {
        const { cookie } = extra
        for (let i = 0; i < 20; i++) {
          const { body } = await extra.post('/api/live-token')
          const url = `${target.origin.replace('http', 'ws')}/ws?token=${body.token}`
          const socket = new WebSocket(url, { headers: { cookie }, origin: target.origin })
          socket.on('error', () => {})
          const closed = once(socket, 'close')
          socket.on('open', () => {
            for (let n = 0; n < 1_000; n++) socket.send('x'.repeat(1_000))
          })
          await closed
        }
        return performance.now()
      },
    },
    beside: () => connectBeside(dataDir),
    async stop() {
      await server.stop()
      unmount?.()
      if (unmount === null) spawnSync('rm', ['-rf', disk])
    },
  }
}
