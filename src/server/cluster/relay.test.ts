import type { Worker } from 'node:cluster'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Enveloped, ToWorker } from '../adapters/primary.ts'
import { createRelay } from './relay.ts'

/** Of an event loop that nothing starves, far fewer. */
const ENDLESS = 1_000

/** A worker that keeps what it is sent; `broken`: it was killed, and the system has not told the primary yet. */
function workerThat(broken: { is: boolean }) {
  const got: string[] = []
  let sends = 0
  const worker = {
    isConnected: () => true,
    send({ acarreo }: Enveloped<ToWorker>, done: (error: Error | null) => void) {
      if (++sends > ENDLESS) throw new Error('sends without end')
      if (!broken.is && acarreo.kind === 'bus') got.push(acarreo.text)
      // As Node answers it: before the event loop turns.
      process.nextTick(done, broken.is ? new Error('write EPIPE') : null)
      return true
    },
  } as unknown as Worker
  return { worker, got, sends: () => sends }
}

it('sends to a worker that was killed once for each message, so that the loop turns and its end is heard of', async () => {
  const [one, dead] = [workerThat({ is: false }), workerThat({ is: true })]
  const relay = createRelay()
  relay.join(one.worker)
  relay.join(dead.worker)
  relay.carry(one.worker, 'first')
  relay.carry(one.worker, 'second')
  await turn()
  expect(dead.sends()).toBe(2)
})

it('tells of the gap as soon as a message arrives again', async () => {
  const broken = { is: true }
  const [one, other] = [workerThat({ is: false }), workerThat(broken)]
  const relay = createRelay()
  relay.join(one.worker)
  relay.join(other.worker)
  relay.carry(one.worker, 'lost')
  await turn()
  broken.is = false
  relay.carry(one.worker, 'next')
  await turn()
  expect(other.got).toEqual(['next', expect.stringContaining('missed')])
})
