import { placeName } from '#domain/geo/place-name'
import { type EventType, isStep, LAST_STEP, type OperationType, type StepType } from '#domain/operation/steps'
import { randomToken } from '#server/adapters/ids'
import { containerNumber } from '../scripts/demo/container-numbers.mjs'
import { createFleet, type Press } from '../scripts/demo/fleet.mjs'
import { chanceFrom } from '../scripts/demo/random.mjs'
import { demoRoad } from '../scripts/demo/road.mjs'

export interface Operator {
  id: number
  username: string
  displayName: string
  supervisorId: number
}

interface Spot {
  lat: number
  lng: number
  location: string | null
}

/** As it stands at the end of the record. Times are epoch milliseconds. */
export interface Operation {
  operationKey: string
  containerNumber: string
  operator: Operator
  operationType: OperationType
  newestEventType: EventType
  newestStepType: StepType
  newestStepAt: number
  isActive: boolean
  /** The newest position that any event bore. */
  spot: Spot | null
  /** Of each event, in their order. */
  times: number[]
  /** How many of them the record has given. */
  given: number
}

export interface FleetEvent {
  operation: Operation
  eventType: EventType
  position: number
  timestamp: number
  recordedAt: number
  spot: Spot | null
  accuracy: number | null
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** What a trip of the demo's fleet takes and has, about: the time between two trips follows from them. */
const TRIP_MS = 6.25 * HOUR_MS
const EVENTS_OF_TRIP = 10
/** Trucks that share one park, as in the demo. */
const TRUCKS = 20
/** Numbers of containers of one supervisor: far more than its operators can have under way at once. */
const BOXES = 1000
/** Presses without a signal; they arrive together, in order. */
const SILENT = 4
/** Between a press and its row. */
const SENT_MS = 40

interface Reported {
  operator: Operator
  press: Press
  recordedAt: number
}

/** What the demo's trucks press, in the order in which a server hears of it, without end. Begins at 0. */
function* reports(operators: readonly Operator[], seed: number, slotMs: number): Generator<Reported> {
  const road = demoRoad()
  const restMinutes = Math.max(30, (slotMs - TRIP_MS) / 60_000)
  const rest = [restMinutes / 2, restMinutes * 1.5] as const
  const chance = chanceFrom(seed)
  const parks = Array.from({ length: Math.ceil(operators.length / TRUCKS) }, (_, park) => {
    const drivers = operators.slice(park * TRUCKS, (park + 1) * TRUCKS)
    const fleet = createFleet({ trucks: drivers.length, seed: seed * 7919 + park, road, startsAt: 0, rest })
    return { drivers, fleet, silent: drivers.map((): Reported[] => []) }
  })
  // Memory holds a day, not the whole.
  for (let dayEnd = DAY_MS; ; dayEnd += DAY_MS) {
    const day: Reported[] = []
    for (const { drivers, fleet, silent } of parks) {
      for (let press = fleet.next(dayEnd); press; press = fleet.next(dayEnd)) {
        const operator = drivers[press.truck]
        const held = silent[press.truck]
        if (!operator || !held) continue
        const at = Math.round(press.at)
        const report = { operator, press: { ...press, at }, recordedAt: at + SENT_MS }
        const isSilent = held.length > 0 || chance.share() < 1 / 300
        if (isSilent) held.push(report)
        else day.push(report)
        if (isSilent && held.length < SILENT && press.eventType !== LAST_STEP) continue
        for (const [i, late] of held.splice(0).entries()) {
          day.push({ ...late, recordedAt: report.recordedAt + i })
        }
      }
    }
    yield* day.sort((a, b) => a.recordedAt - b.recordedAt)
  }
}

/** Names of places, looked up once for each square kilometre, also where there is none: both drives must say the same. */
const names = new Map<string, string | null>()

function spotOf({ coordinates }: Press): Spot | null {
  if (coordinates === null) return null
  const square = `${coordinates.lat.toFixed(2)} ${coordinates.lng.toFixed(2)}`
  let location = names.get(square)
  if (location === undefined) {
    location = placeName(coordinates)
    names.set(square, location)
  }
  return { ...coordinates, location }
}

/**
 * So many events of these operators, in the order of recording, spread over the time from `from` to `until`. The fleet
 * drives twice: only at the end of the first time is it known how each operation stands, and when to begin.
 */
export function* recordOf(
  operators: readonly Operator[],
  { events, from, until, seed }: { events: number; from: number; until: number; seed: number },
): Generator<FleetEvent> {
  const slotMs = ((until - from) * operators.length * EVENTS_OF_TRIP) / events
  function* record(): Generator<Reported> {
    let left = events
    for (const report of reports(operators, seed, slotMs)) {
      if (left-- === 0) return
      yield report
    }
  }

  const operations: Operation[] = []
  const current = new Map<number, Operation>()
  const boxes = new Map<number, number>()
  let end = 0
  for (const { operator, press, recordedAt } of record()) {
    end = recordedAt
    const { eventType, at } = press
    if (eventType === 'start_trip') {
      const box = boxes.get(operator.supervisorId) ?? 0
      boxes.set(operator.supervisorId, box + 1)
      const number = containerNumber(operator.supervisorId * BOXES + (box % BOXES))
      const begun = begin(operator, press, number)
      operations.push(begun)
      current.set(operator.id, begun)
    }
    const operation = current.get(operator.id)
    if (!operation) throw new Error('an event before its trip')
    operation.times.push(at)
    operation.spot = spotOf(press) ?? operation.spot
    operation.newestEventType = eventType
    operation.isActive = eventType !== LAST_STEP
    if (isStep(eventType)) Object.assign(operation, { newestStepType: eventType, newestStepAt: at })
  }

  const shift = until - end
  for (const operation of operations) {
    operation.newestStepAt += shift
    operation.times = operation.times.map((at) => at + shift)
  }
  let started = 0
  for (const { operator, press, recordedAt } of record()) {
    const { eventType, accuracy } = press
    const operation = eventType === 'start_trip' ? operations[started++] : current.get(operator.id)
    if (!operation) throw new Error('the fleet drove differently')
    current.set(operator.id, operation)
    const position = ++operation.given
    const timestamp = press.at + shift
    yield {
      operation,
      eventType,
      position,
      timestamp,
      recordedAt: recordedAt + shift,
      spot: spotOf(press),
      accuracy,
    }
  }
}

const begin = (operator: Operator, press: Press, number: string): Operation => ({
  operationKey: `${number}_${randomToken(18)}`,
  containerNumber: number,
  operator,
  operationType: press.operationType,
  newestEventType: 'start_trip',
  newestStepType: 'start_trip',
  newestStepAt: press.at,
  isActive: true,
  spot: null,
  times: [],
  given: 0,
})
