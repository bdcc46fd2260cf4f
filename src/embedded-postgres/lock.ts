import { link, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedPostgresError } from './error.ts'
import { folderHash } from './run-folder.ts'

/** A holder that was just killed keeps its socket until the system has taken the process down. */
const patienceMs = 3000

/**
 * One process per data folder. On Linux the lock is an abstract socket: the system gives the name to one process and
 * releases it when that process ends. Elsewhere it is a socket file whose holder must answer. The holder answers each
 * caller with its pid, which tells a live holder from a dying one at once. Returns the function that releases the lock.
 */
export async function lockFolder(dataDir: string, product: string): Promise<() => Promise<void>> {
  const name = `${product}-lock-${folderHash(dataDir)}`
  const address = process.platform === 'linux' ? `\0${name}` : `/tmp/${name}`
  const deadline = performance.now() + patienceMs
  for (;;) {
    const server = await (process.platform === 'linux' ? listen(address) : listenOnFile(address))
    if (server) {
      server.unref()
      return () => release(server, address)
    }
    const holder = await askHolder(address)
    if (holder !== undefined || performance.now() > deadline) {
      throw new EmbeddedPostgresError({
        code: 'in_use',
        folder: dataDir,
        ...(holder === undefined ? {} : { holder: { pid: holder } }),
      })
    }
    await pause(25)
  }
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => {
      caller.on('error', () => caller.destroy())
      caller.end(`${process.pid}\n`)
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () => resolve(server))
  })
}

/**
 * Takes the name by linking a socket that already listens, so that the holder of a name answers or is dead. Race: two
 * starts that remove the same dead name may both succeed; the advisory lock in the database decides.
 */
async function listenOnFile(address: string): Promise<Server | undefined> {
  const own = `${address}.${process.pid}`
  await rm(own, { force: true })
  const server = await listen(own)
  if (!server) return undefined
  try {
    await link(own, address)
    return server
  } catch (error) {
    server.close()
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if ((await askHolder(address)) === undefined) await rm(address, { force: true })
    return undefined
  } finally {
    await rm(own, { force: true })
  }
}

function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const caller = connect(address)
    caller.setTimeout(500, () => caller.destroy())
    caller.on('data', (chunk) => {
      answer += chunk
    })
    caller.on('error', () => caller.destroy())
    caller.on('close', () => resolve(/^\d+/.exec(answer)?.[0]))
  })
}

async function release(server: Server, address: string): Promise<void> {
  if (process.platform !== 'linux') await rm(address, { force: true })
  await new Promise((resolve) => server.close(resolve))
}
