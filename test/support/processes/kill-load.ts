import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { checkDigit } from '#domain/container/number'
import { type EventType, type OperationType, workflowRow } from '#domain/operation/steps'
import type { Crew, HttpClient } from '../http-client.ts'

/** One press of a button on one phone, sent any number of times under one `eventId`. */
export interface Press {
  eventId: string
  userId: number
  eventType: EventType
  /** The body that is sent again as it is. */
  path: '/api/containers' | '/api/events'
  body: object
  client: HttpClient
  /** 2xx answers so far. */
  acknowledged: number
  /** Attempts of which nobody knows what became. */
  unknown: number
  /** 4xx answers: the product said that it did not record it. */
  refused: number
}

/** What the product promised by answering 2xx, and what is open. Grows over the rounds. */
export interface Ledger {
  presses: Press[]
  /** Called at every first acknowledgement. */
  onAcknowledged: () => void
}

const OTHER_PHONES = 2
const COPIES = 3
const TOO_MANY = 429
const WAIT_MS = 1_000

/** Sends once and notes what came of it. */
export async function send(press: Press, ledger: Ledger): Promise<number> {
  const answer = await press.client.post(press.path, press.body).catch(() => null)
  if (answer === null || answer.status >= 500) {
    press.unknown++
    return 0
  }
  if (answer.status >= 300) {
    press.refused++
    return answer.status
  }
  // The answer to a start is the operation; every other one names the event itself.
  if (press.path === '/api/events' && answer.body.eventId !== press.eventId) {
    throw new Error(`acknowledged ${answer.body.eventId} for ${press.eventId}`)
  }
  press.acknowledged++
  if (press.acknowledged === 1) ledger.onAcknowledged()
  return answer.status
}

let serial = 0

function containerNumber(): string {
  const start = `TSTU${String(++serial).padStart(6, '0')}`
  return `${start}${checkDigit(start)}`
}

interface Standing {
  containerId: string
  operationType: OperationType
  currentEventType: EventType
}

function newPress(
  operator: Crew['operators'][number],
  standing: Standing | null,
  chance: () => number,
): Press {
  const eventId = randomUUID()
  const coordinates = { lat: 19 + chance(), lng: -104 + chance() }
  const occurredAt = new Date().toISOString()
  const noted = { userId: operator.id, eventId, client: operator, acknowledged: 0, unknown: 0, refused: 0 }
  if (standing === null) {
    const operationType: OperationType = chance() < 0.5 ? 'load' : 'unload'
    const body = { containerId: containerNumber(), operationType, coordinates, eventId, occurredAt }
    return { ...noted, eventType: 'start_trip', path: '/api/containers', body }
  }
  const { next } = workflowRow(standing.operationType, standing.currentEventType)
  const eventType = next[Math.floor(chance() ** 2 * next.length)] ?? 'en_route'
  const body = { containerId: standing.containerId, eventType, coordinates, eventId, occurredAt }
  return { ...noted, eventType, path: '/api/events', body }
}

/**
 * One driver who presses on until `isOver` or until the connection breaks. Every press goes out three times at once under
 * its own id, against another press or two of the same driver's second phone: with 40 drivers, 200 writes in flight.
 * `behind`: how often in a row all of them may be refused; 0 with one process, which knows its own events.
 */
export async function driveUntilBroken(
  operator: Crew['operators'][number],
  ledger: Ledger,
  chance: () => number,
  isOver: () => boolean,
  behind = 0,
): Promise<void> {
  let refused = 0
  for (;;) {
    const active = await operator.get('/api/containers/active').catch(() => null)
    if (active === null || active.status >= 500 || isOver()) return
    if (active.status !== 200) throw new Error(`${operator.username}: ${active.status}`)
    const rivals = [newPress(operator, active.body, chance)]
    while (rivals.length < OTHER_PHONES) rivals.push(newPress(operator, active.body, chance))
    ledger.presses.push(...rivals)
    const [first, second] = rivals
    if (!first || !second) return
    const copies = [...Array.from({ length: COPIES }, () => first), second, second]
    const statuses = await Promise.all(copies.map((press) => send(press, ledger)))
    if (statuses.includes(0)) return
    // Two phones are refused often, and the product bounds how often: a phone waits.
    if (statuses.every((status) => status === TOO_MANY)) {
      await pause(WAIT_MS)
      continue
    }
    refused = statuses.includes(201) ? 0 : refused + 1
    if (refused > behind) {
      throw new Error(`${operator.username}: nobody won ${JSON.stringify(statuses)}`)
    }
  }
}

/** Tries, not time: right after a fault the product may answer 503 for a while, which is no loss. */
const MOST_TRIES = 100

/** What a phone does once it has the network back: the same presses again, until each is answered. */
export async function retryOpen(ledger: Ledger): Promise<{ recorded: number; refused: number }> {
  const open = ledger.presses.filter(
    (press) => press.acknowledged === 0 && press.unknown > 0 && press.refused === 0,
  )
  const statuses = await Promise.all(
    open.map(async (press) => {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const status = await send(press, ledger)
        if (status !== 0) return status
        await pause(100)
      }
      throw new Error(`a retry was not answered ${MOST_TRIES} times`)
    }),
  )
  return {
    recorded: statuses.filter((status) => status < 300).length,
    refused: statuses.filter((status) => status >= 300).length,
  }
}
