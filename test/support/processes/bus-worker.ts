/**
 * A cluster whose workers have a bus and nothing else; each tells its port on standard output and is asked over HTTP.
 * Run by bus-cluster.test.ts.
 */
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { connectPrimary } from '#server/adapters/primary'
import { superviseWorkers } from '#server/cluster/workers'
import { clusterBus } from '#server/live/bus/cluster'

export interface BusState {
  /** Supervisors of the messages, in the order in which they arrived. */
  heard: number[]
  gaps: number
  healthy: boolean
}

if (cluster.isPrimary) {
  const program = fileURLToPath(import.meta.url)
  const supervised = { count: 3, program, connection: {}, tell: console.error, hangingBeats: 6 }
  await superviseWorkers(supervised).start()
} else {
  const primary = connectPrimary()
  const bus = clusterBus(primary, console.error)
  await bus.firstHeard
  const state: Omit<BusState, 'healthy'> = { heard: [], gaps: 0 }
  bus.subscribe((message) => {
    if (message.kind === 'entitlements_changed') state.heard.push(message.supervisorId)
  })
  bus.onGap(() => {
    state.gaps++
  })
  const publish = (supervisorId: number) => bus.publish({ kind: 'entitlements_changed', supervisorId })
  process.on('SIGTERM', async () => {
    publish(0)
    await bus.close()
    await primary.close()
    process.exit(0)
  })
  const asked = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://worker')
    for (let n = Number(searchParams.get('from')); n <= Number(searchParams.get('to') ?? -1); n++) publish(n)
    response.end(JSON.stringify({ ...state, healthy: bus.healthy() } satisfies BusState))
  })
  // Not through the primary, which the test stops.
  asked.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
    console.log(JSON.stringify({ pid: process.pid, port: (asked.address() as AddressInfo).port }))
    // What the primary waits for.
    createPlainServer().listen(0, '127.0.0.1')
  })
}
