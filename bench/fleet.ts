import { intervalSeconds } from '#domain/operation/decide'
import { type EventType, isStep, type OperationType, type StepType } from '#domain/operation/steps'
import { randomToken } from '#server/adapters/ids'
import {
  containerNumber,
  type PlannedTrip,
  planTrip,
  randomOf,
  type Spot,
  USUAL_TRIP_MS,
} from './believable.ts'

export interface Operator {
  id: number
  username: string
  displayName: string
  supervisorId: number
  route: readonly Spot[]
}

export interface Operation {
  operationKey: string
  containerNumber: string
  operator: Operator
  operationType: OperationType
  newestEventType: EventType
  newestStepType: StepType
  newestStepAt: number
  startedAt: number
  newestEventAt: number
  version: number
  isActive: boolean
  lat: number | null
  lng: number | null
  location: string | null
  events: FleetEvent[]
}

export interface FleetEvent {
  operation: Operation
  eventType: EventType
  position: number
  timestamp: number
  recordedAt: number
  duration: number | null
  spot: Spot | null
  accuracy: number | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const PAUSE_MS = 20 * MINUTE_MS

interface Trip {
  seed: number
  start: number
  hurry: number
  events: number
}

/**
 * The trips of one operator, `quota` events in all, one after the other: whole ones, and one under way at `until` with
 * the events that are left. Made backwards from there, so that it is the past that gives way when trips take longer than
 * planned.
 */
function schedule(seed: number, quota: number, { from, until }: { from: number; until: number }): Trip[] {
  const random = randomOf(seed)
  const about = Math.max(1, Math.ceil(quota / 9.4))
  const slot = (until - from) / about
  const hurry = Math.min(1, (slot * 0.8) / USUAL_TRIP_MS)
  const planned = (i: number) => {
    const tripSeed = (seed * 7919 + i * 104_729) | 0
    return { seed: tripSeed, events: planTrip(randomOf(tripSeed), hurry).events }
  }
  const newestFirst = [] as (ReturnType<typeof planned> & { count: number })[]
  let left = quota
  let tried = 0
  for (let trip = planned(tried); trip.events.length <= left; trip = planned(++tried)) {
    newestFirst.push({ ...trip, count: trip.events.length })
    left -= trip.events.length
  }
  if (left > 0) {
    let trip = planned(++tried)
    while (trip.events.length <= left) trip = planned(++tried)
    newestFirst.unshift({ ...trip, count: left })
  }
  let limit = until - random() * 40 * MINUTE_MS
  return newestFirst
    .map((trip, i): Trip => {
      const length = (trip.events[trip.count - 1]?.offset ?? 0) + 1000
      let start = limit - length
      if (i > 0) {
        const wished = until - (i + 1) * slot + random() * slot * 0.3
        // Where a day holds a whole trip, trips begin in the morning and not around the clock.
        const morning = Math.floor(wished / DAY_MS) * DAY_MS + (11 + random() * 7) * HOUR_MS
        start = Math.min(start, slot > DAY_MS ? morning : wished)
      }
      limit = start - PAUSE_MS * hurry
      return { seed: trip.seed, start: Math.floor(start), hurry, events: trip.count }
    })
    .reverse()
}

/** Numbers of containers of one supervisor: far more than its operators can have under way at once. */
const BOXES = 1000

/**
 * Every event of these operators in the order in which a server would have recorded them. Memory holds a day, not
 * the whole.
 */
export function* recordOf(
  operators: readonly Operator[],
  { events, from, until, seed }: { events: number; from: number; until: number; seed: number },
): Generator<FleetEvent> {
  const drivers = operators.map((operator, index) => {
    const quota = Math.floor(events / operators.length) + (index < events % operators.length ? 1 : 0)
    return { operator, trips: schedule(seed * 31 + index * 17 + 1, quota, { from, until }), next: 0 }
  })
  const boxes = new Map<number, number>()
  const begun = Math.min(...drivers.map(({ trips }) => trips[0]?.start ?? until))
  let waiting: FleetEvent[] = []
  for (let dayEnd = begun + DAY_MS; ; dayEnd += DAY_MS) {
    for (const driver of drivers) {
      for (
        let trip = driver.trips[driver.next];
        trip && trip.start < dayEnd;
        trip = driver.trips[driver.next]
      ) {
        driver.next += 1
        const { supervisorId } = driver.operator
        const box = boxes.get(supervisorId) ?? 0
        boxes.set(supervisorId, box + 1)
        const last = driver.next === driver.trips.length
        waiting.push(...drive(driver.operator, trip, supervisorId * BOXES + (box % BOXES), last).events)
      }
    }
    waiting.sort((a, b) => a.recordedAt - b.recordedAt)
    const ripe = dayEnd > until ? waiting.length : waiting.findIndex((event) => event.recordedAt >= dayEnd)
    const count = ripe === -1 ? waiting.length : ripe
    yield* waiting.slice(0, count)
    waiting = waiting.slice(count)
    if (dayEnd > until) return
  }
}

function drive(operator: Operator, trip: Trip, box: number, last: boolean): Operation {
  const random = randomOf(trip.seed)
  const plan: PlannedTrip = planTrip(random, trip.hurry)
  const number = containerNumber(box)
  const planned = plan.events.slice(0, trip.events)
  const operation: Operation = {
    operationKey: `${number}_${randomToken(18)}`,
    containerNumber: number,
    operator,
    operationType: plan.operationType,
    newestEventType: 'start_trip',
    newestStepType: 'start_trip',
    newestStepAt: trip.start,
    startedAt: trip.start,
    newestEventAt: trip.start,
    version: planned.length,
    isActive: trip.events < plan.events.length,
    lat: null,
    lng: null,
    location: null,
    events: [],
  }
  // One trip in thirty has a stretch without a signal; what happened there arrives together, in order.
  const silentFrom = !last && random() < 1 / 30 ? Math.floor(random() * planned.length) : -1
  const silentTo = Math.min(planned.length - 1, silentFrom + 3)
  let recordedAt = 0
  planned.forEach((event, index) => {
    const timestamp = trip.start + event.offset
    const silent = silentFrom >= 0 && index >= silentFrom && index <= silentTo
    const sent = trip.start + ((silent ? planned[silentTo]?.offset : undefined) ?? event.offset)
    recordedAt = Math.max(recordedAt + 1, sent + 40)
    const next = planned[index + 1]
    const spot = random() < 0.03 ? null : spotOf(operator.route, event.way, random)
    operation.events.push({
      operation,
      eventType: event.eventType,
      position: index + 1,
      timestamp,
      recordedAt,
      duration: next
        ? intervalSeconds(timestamp, trip.start + next.offset)
        : operation.isActive
          ? null
          : intervalSeconds(trip.start, timestamp),
      spot,
      accuracy: spot && Math.round(4 + random() * 60),
    })
    operation.newestEventType = event.eventType
    operation.newestEventAt = timestamp
    if (isStep(event.eventType)) {
      operation.newestStepType = event.eventType
      operation.newestStepAt = timestamp
    }
    if (spot) Object.assign(operation, spot)
  })
  return operation
}

function spotOf(route: readonly Spot[], way: number, random: () => number): Spot | null {
  const spot = route[Math.round(way * (route.length - 1))]
  if (!spot) return null
  const near = (degrees: number) => Math.round((degrees + (random() - 0.5) * 0.004) * 1e6) / 1e6
  return { lat: near(spot.lat), lng: near(spot.lng), location: spot.location }
}
