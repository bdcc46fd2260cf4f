import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Spread, spreadOf } from '../percentiles.ts'
import type { Driver } from './crew.ts'
import { monotonicMs } from './generator.ts'
import type { Listeners } from './listeners.ts'
import { headersOf } from './press.ts'

export interface FanOut {
  /** Milliseconds from the POST to each listener. */
  each: Spread
  /** To the last listener of each event. */
  last: Spread
}

/** Records `events` events, one every `everyMs` milliseconds, each by another driver. Rejects unless each reached `listenersOf`. */
export async function fanOut(
  origin: string,
  drivers: readonly Driver[],
  listeners: Listeners,
  { events, everyMs, listenersOf }: { events: number; everyMs: number; listenersOf: number },
): Promise<FanOut> {
  const { host } = new URL(origin)
  await listeners.collect()
  const sent = new Map<string, number>()
  for (let i = 0; i < events; i++) {
    const driver = drivers[i % drivers.length]
    if (!driver) throw new Error('no drivers')
    const eventId = randomUUID()
    const eventType = Math.floor(i / drivers.length) % 2 === 0 ? 'stop_rest' : 'resume_route'
    const body = JSON.stringify({ containerId: driver.operationKey, eventType, eventId })
    const headers = { ...headersOf(host, driver.cookie), 'content-type': 'application/json' }
    sent.set(eventId, monotonicMs())
    const answer = await fetch(`${origin}/api/events`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`event: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    await pause(everyMs)
  }
  await pause(500)
  const { arrivals, ended } = await listeners.collect()
  if (ended > 0) throw new Error(`${ended} live channels were ended`)
  const took = [...sent].map(([eventId, at]) => {
    const list = arrivals[eventId] ?? []
    if (list.length !== listenersOf)
      throw new Error(`${list.length} of ${listenersOf} listeners heard an event`)
    return list.map((moment) => moment - at)
  })
  return { each: spreadOf(took.flat()), last: spreadOf(took.map((list) => Math.max(...list))) }
}
