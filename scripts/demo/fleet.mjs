import { DESTINATIONS, isStop, nextStep, workflowRow } from '#domain/operation/steps'
import { containerNumberFrom } from './container-numbers.mjs'
import { fixAt } from './fix.mjs'
import { createPark } from './park.mjs'
import { chanceFrom } from './random.mjs'

/** @typedef {import('#domain/operation/steps').EventType} EventType */
/** @typedef {import('#domain/operation/steps').OperationType} OperationType */
/** @typedef {import('#domain/operation/steps').StopType} StopType */
/** @typedef {import('#domain/geo/position').Coordinates} Coordinates */

/**
 * A button pressed on a phone. `at`: epoch milliseconds of the simulated clock. 'start_trip' begins an operation.
 * @typedef {import('./fix.mjs').Fix & {
 *   truck: number, at: number, eventType: EventType, operationType: OperationType, containerNumber: string,
 * }} Press
 */

/**
 * What is true of an operation, as the product tells it.
 * @typedef {{
 *   operationType: OperationType, currentEventType: EventType, displayContainerId: string, coordinates: Coordinates | null,
 * }} Truth
 */

/**
 * @typedef {{
 *   operationType: OperationType, containerNumber: string, eventType: EventType,
 *   km: number, speedKmh: number, stops: { km: number, type: StopType }[],
 * }} Trip
 */

/** @typedef {{ trip: Trip | null, nextType: OperationType, next: EventType, dueAt: number, arriveKm: number }} Truck */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Where full containers are stripped of their trucks: near the park, so that the next trip begins where one ended. */
const DEPOT = 'Tlajomulco'

/** Minutes, least and most. */
const MINUTES = /** @type {const} */ ({
  checkPapers: [5, 14],
  manoeuvre: [3, 8],
  start_trip: [3, 10],
  vehicle_parked: [25, 55],
  load_complete: [4, 12],
  unload_complete: [4, 12],
  otherStep: [3, 8],
  betweenTrips: [15, 60],
  stop_bathroom: [5, 12],
  stop_fuel: [10, 20],
  stop_rest: [20, 45],
})
const SPEED_KMH = /** @type {const} */ ([56, 76])

/**
 * Twelve trucks, or however many, that live their days: an import box from the port to the park, then an export box from
 * the depot through the park to the port. They wait for each other at the gate and at the docks.
 * It knows neither network nor clock: it says which button is pressed next and takes back what turned out otherwise.
 * @param {{
 *   trucks: number, seed: number, road: import('./road.mjs').Road, startsAt: number, rest?: readonly [number, number],
 * }} options `startsAt`: epoch ms; `rest`: minutes between two trips, least and most
 */
export function createFleet({ trucks: count, seed, road, startsAt, rest = MINUTES.betweenTrips }) {
  const chance = chanceFrom(seed)
  const park = createPark()
  const portKm = 0
  const parkKm = road.lengthKm
  const depotKm = road.kmOf(DEPOT)
  let clock = startsAt

  /** @type {Truck[]} */
  const trucks = Array.from({ length: count }, (_, i) => ({
    trip: null,
    nextType: i % 2 === 0 ? 'unload' : 'load',
    next: 'start_trip',
    dueAt: startsAt,
    arriveKm: 0,
  }))
  // A shift does not begin with one whistle.
  for (const truck of trucks) truck.dueAt += chance.between(0, 30 * MINUTE)

  /** @param {keyof typeof MINUTES} what */
  function minutes(what) {
    const [least, most] = MINUTES[what]
    return chance.between(least, most) * MINUTE
  }

  /** @param {Truck} truck @param {EventType} next @param {number} milliseconds */
  function plan(truck, next, milliseconds) {
    truck.next = next
    truck.dueAt = clock + milliseconds
  }

  /** Moves on only when the park says so. @param {Truck} truck @param {EventType} next */
  function holdUp(truck, next) {
    truck.next = next
    truck.dueAt = Number.POSITIVE_INFINITY
  }

  /** @param {Truck} truck @param {EventType} next @param {number} targetKm */
  function drive(truck, next, targetKm) {
    if (truck.trip === null) return
    truck.arriveKm = targetKm
    plan(truck, next, (Math.abs(targetKm - truck.trip.km) / truck.trip.speedKmh) * HOUR)
  }

  /** To the park, or to the next stop before it. @param {Truck} truck @param {Trip} trip */
  function driveOn(truck, trip) {
    const stop = trip.stops.shift()
    if (stop === undefined) drive(truck, 'arrived_at_park', parkKm)
    else drive(truck, stop.type, stop.km)
  }

  /** Lets those through who may pass now. */
  function workThePark() {
    for (let i = park.nextAtDock(); i !== undefined; i = park.nextAtDock()) {
      const truck = trucks[i]
      if (truck) plan(truck, 'vehicle_parked', minutes('manoeuvre'))
    }
    const i = park.nextAtGate()
    const truck = i === undefined ? undefined : trucks[i]
    if (truck) plan(truck, 'access_granted', minutes('checkPapers'))
  }

  /** What follows once the trip stands at its event. @param {number} index @param {Truck} truck @param {Trip} trip */
  function goOn(index, truck, trip) {
    const { eventType, operationType } = trip
    if (isStop(eventType)) return plan(truck, 'resume_route', minutes(eventType))
    moveInPark(index, eventType)
    const next = nextStep(operationType, eventType)
    switch (next) {
      case 'arrived_at_park':
        return driveOn(truck, trip)
      case 'access_granted':
        holdUp(truck, next)
        return park.queueAtGate(index)
      case 'vehicle_parked':
        holdUp(truck, next)
        return park.queueForDock(index)
      case 'end_trip':
        return drive(truck, next, operationType === 'load' ? portKm : depotKm)
      case null:
        truck.nextType = operationType === 'load' ? 'unload' : 'load'
        truck.trip = null
        return plan(truck, 'start_trip', chance.between(...rest) * MINUTE)
      default:
        return plan(truck, next, minutes(isTimed(eventType) ? eventType : 'otherStep'))
    }
  }

  /** @param {number} index @param {EventType} eventType */
  function moveInPark(index, eventType) {
    if (eventType === 'access_granted') park.enter(index)
    if (eventType === 'vehicle_parked') park.takeDock(index)
    if (eventType === 'load_complete' || eventType === 'unload_complete') park.leaveDock(index)
    if (eventType === 'exit_park') park.leave(index)
  }

  /** @param {number} fromKm @returns {Trip['stops']} in the order of the road, all of them still ahead */
  function stopsFrom(fromKm) {
    const wishes = /** @type {const} */ ([
      { type: 'stop_fuel', likely: 0.55 },
      { type: 'stop_rest', likely: 0.5 },
      { type: 'stop_bathroom', likely: 0.6 },
    ])
    // The short way from the depot is driven through, more often than not.
    const patience = parkKm - fromKm < 80 ? 0.2 : 1
    return wishes
      .filter(({ likely }) => chance.share() < likely * patience)
      .map(({ type }) => ({ type, km: chance.between(fromKm + 5, parkKm - 5) }))
      .sort((a, b) => a.km - b.km)
  }

  /** @param {Truck} truck @returns {Trip} */
  function newTrip({ nextType }) {
    const km = nextType === 'unload' ? portKm : depotKm
    return {
      operationType: nextType,
      containerNumber: containerNumberFrom(chance),
      eventType: 'start_trip',
      km,
      speedKmh: chance.between(...SPEED_KMH),
      stops: stopsFrom(km),
    }
  }

  /** @param {Truth} truth */
  function kmOf({ currentEventType, coordinates, operationType }) {
    if (workflowRow(operationType, currentEventType).happensInPark) return parkKm
    if (coordinates !== null) return road.kmNear(coordinates)
    return operationType === 'unload' ? portKm : depotKm
  }

  return {
    /**
     * The next button pressed at or before `until` (epoch ms), in the order of time; null when there is none yet.
     * @param {number} until
     * @returns {Press | null}
     */
    next(until) {
      const index = trucks.reduce((best, { dueAt }, i) => (dueAt < (trucks[best]?.dueAt ?? 0) ? i : best), 0)
      const truck = trucks[index]
      if (truck === undefined || truck.dueAt > until) {
        clock = Math.max(clock, until)
        return null
      }
      clock = Math.max(clock, truck.dueAt)
      const trip = truck.trip ?? newTrip(truck)
      truck.trip = trip
      trip.eventType = truck.next
      if (endsDrive(trip.eventType)) trip.km = truck.arriveKm
      const { operationType, containerNumber, eventType } = trip
      const press = {
        truck: index,
        at: clock,
        eventType,
        operationType,
        containerNumber,
        ...fixAt(chance, road.at(trip.km)),
      }
      goOn(index, truck, trip)
      workThePark()
      return press
    },
    /** When the next button is due, epoch ms; Infinity when nobody can move. */
    dueAt: () => Math.min(...trucks.map(({ dueAt }) => dueAt)),
    /**
     * Takes over what the product says of a truck: its active operation, or null for none.
     * @param {number} index
     * @param {Truth | null} truth
     */
    correct(index, truth) {
      const truck = trucks[index]
      if (truck === undefined) return
      park.leave(index)
      if (truth === null) {
        truck.trip = null
        plan(truck, 'start_trip', chance.between(0.5, 10) * MINUTE)
      } else {
        const km = kmOf(truth)
        const trip = {
          operationType: truth.operationType,
          containerNumber: truth.displayContainerId,
          eventType: truth.currentEventType,
          km,
          speedKmh: chance.between(...SPEED_KMH),
          stops: km < parkKm - 15 ? stopsFrom(km) : [],
        }
        truck.trip = trip
        goOn(index, truck, trip)
      }
      workThePark()
    },
    /** Event type of each truck's operation; null between trips. */
    standing: () => trucks.map(({ trip }) => trip?.eventType ?? null),
    waiting: park.waiting,
  }
}

/** @param {EventType} event @returns {event is EventType & keyof typeof MINUTES} */
const isTimed = (event) => event in MINUTES

/** Whether the truck drove to where this event happens. @param {EventType} event */
const endsDrive = (event) => isStop(event) || DESTINATIONS.some((step) => step === event)
