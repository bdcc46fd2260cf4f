import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  /** `http://127.0.0.1:<port>` */
  origin: string
  close(): Promise<void>
}

/** Gives connections in turn to the servers at `ports`, to the next one when one refuses. Knows nothing of HTTP. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer((incoming) => {
    open.add(incoming)
    incoming.on('close', () => open.delete(incoming))
    incoming.on('error', () => incoming.destroy())
    const first = turn++
    const attempt = (n: number): void => {
      const port = ports[(first + n) % ports.length]
      if (n === ports.length || port === undefined) return void incoming.destroy()
      const onward = connect(port, '127.0.0.1')
      let connected = false
      onward.once('connect', () => {
        connected = true
        incoming.pipe(onward).pipe(incoming)
        // A killed server breaks the connection of its client.
        incoming.on('close', () => onward.destroy())
        onward.on('close', () => incoming.destroy())
      })
      onward.on('error', () => (connected ? incoming.destroy() : attempt(n + 1)))
    }
    attempt(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
