import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperationResponse } from '#contract/http/operations'
import { statusLabel } from '#domain/operation/labels'
import { type EventType, isStop, nextStep, type OperationType } from '#domain/operation/steps'
import { containerNumber } from '../scripts/demo/container-numbers.mjs'
import type { Crew } from '../test/support/http-client.ts'
import { preciseNow } from './watch-cards.ts'

/** One press that was answered. Times are epoch milliseconds with fractions. */
export interface Pressed {
  eventId: string
  containerId: string
  /** What the supervisor's card must show for it; empty: no card. */
  status: string
  sentAt: number
  answeredAt: number
}

interface Driver {
  operator: Crew['operators'][number]
  operation: { containerId: string; operationType: OperationType; eventType: EventType } | null
  busy: boolean
}

let serial = 0

async function press(driver: Driver): Promise<Pressed> {
  const { operator, operation } = driver
  const eventId = randomUUID()
  const coordinates = { lat: 19 + Math.random(), lng: -103 - Math.random() }
  const eventType = nextOf(operation)
  const [path, body] = operation
    ? ['/api/events', { containerId: operation.containerId, eventType, coordinates, accuracy: 12, eventId }]
    : [
        '/api/containers',
        {
          containerId: containerNumber(++serial),
          operationType: serial % 2 ? 'load' : 'unload',
          coordinates,
          eventId,
        },
      ]
  const sentAt = preciseNow()
  const { status, body: answer } = await operator.post(path as string, body as object)
  const answeredAt = preciseNow()
  if (status !== 201)
    throw new Error(`${operator.username} ${eventType}: ${status} ${JSON.stringify(answer)}`)
  const operationType = (answer as OperationResponse).operationType
  const ended = eventType === 'end_trip'
  const containerId: string = answer.containerId
  driver.operation = ended ? null : { containerId, operationType, eventType }
  return {
    eventId,
    containerId,
    status: ended ? '' : statusLabel(operationType, eventType),
    sentAt,
    answeredAt,
  }
}

const EVENTS_OF_TRIP = 10

/** Every trip has one stop for fuel, so that a card never shows the same status twice. */
function nextOf(operation: Driver['operation']): EventType {
  if (operation === null) return 'start_trip'
  const { operationType, eventType } = operation
  if (eventType === 'en_route') return 'stop_fuel'
  if (isStop(eventType)) return 'resume_route'
  return nextStep(operationType, eventType) ?? 'end_trip'
}

/** A shift of drivers who press at an even pace. */
export function createShift(crew: Crew) {
  const drivers: Driver[] = crew.operators.map((operator) => ({ operator, operation: null, busy: false }))
  let turn = 0

  function nextFree(): Driver | null {
    for (let tried = 0; tried < drivers.length; tried++) {
      const driver = drivers[turn++ % drivers.length]
      if (driver && !driver.busy) return driver
    }
    return null
  }

  return {
    /** Brings everybody on the road, each to another step: a shift in step with itself would empty the board at once. */
    async begin(): Promise<void> {
      await Promise.all(
        drivers.map(async (driver, i) => {
          for (let pressed = 0; pressed <= i % (EVENTS_OF_TRIP - 1); pressed++) await press(driver)
        }),
      )
    },
    /**
     * Presses for `seconds` at `perSecond`, by the clock and not by the answers: a slow server gets no fewer of them.
     * Rejects when somebody's press is refused or nobody is free to press.
     */
    async work({ seconds, perSecond }: { seconds: number; perSecond: number }): Promise<Pressed[]> {
      const total = Math.round(seconds * perSecond)
      const startedAt = preciseNow()
      const pressed: Promise<Pressed>[] = []
      for (let i = 0; i < total; i++) {
        const ahead = startedAt + (i * 1000) / perSecond - preciseNow()
        if (ahead > 1) await pause(ahead)
        const driver = nextFree()
        if (driver === null)
          throw new Error('every driver still waits for an answer: the server does not keep up')
        driver.busy = true
        pressed.push(
          press(driver).finally(() => {
            driver.busy = false
          }),
        )
      }
      return Promise.all(pressed)
    },
  }
}
