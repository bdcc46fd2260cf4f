import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** What stands at a port: nothing, a server somewhere else, or what `meet` makes of each connection. */
export interface Gate {
  port: number
  /** From now on connections go to `target`. */
  lead(target: NetConnectOpts): Promise<void>
  /** From now on each connection is met by this. */
  meet(meeting: (socket: Socket) => void): Promise<void>
  /** Nobody listens any more, and what was open is broken: ECONNREFUSED. */
  shut(): Promise<void>
}

/** A port of this machine that a test opens and shuts, so that a server can be away and come back at one address. */
export async function startGate(): Promise<Gate> {
  const open = new Set<Socket>()
  let meeting: (socket: Socket) => void = (socket) => socket.destroy()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    meeting(socket)
  })
  const listen = (port: number): Promise<void> =>
    server.listening
      ? Promise.resolve()
      : new Promise((resolve, reject) => {
          server.once('error', reject)
          server.listen(port, '127.0.0.1', () => {
            server.off('error', reject)
            resolve()
          })
        })

  async function shut(): Promise<void> {
    for (const socket of open) socket.destroy()
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  await listen(0)
  const { port } = server.address() as AddressInfo
  await shut()

  return {
    port,
    async lead(target) {
      meeting = (socket) => {
        const onward = connect(target)
        onward.on('error', () => socket.destroy())
        onward.on('close', () => socket.destroy())
        socket.on('close', () => onward.destroy())
        socket.pipe(onward).pipe(socket)
      }
      await listen(port)
    },
    async meet(given) {
      meeting = given
      await listen(port)
    },
    shut,
  }
}
