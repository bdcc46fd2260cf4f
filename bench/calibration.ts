/**
 * How many of the forecasts of a simulated month came in time: the demo's fleet for 56 days, of which the last 28 count.
 *
 *   npx tsx --conditions=acarreo-source bench/calibration.ts [seeds]
 */
import { type Calibration, calibrate } from '#domain/forecast/calibration'
import type { EventType } from '#domain/operation/steps'
import type { Trip } from '#domain/usual/sample'
import { createFleet } from '../scripts/demo/fleet.mjs'
import { demoRoad } from '../scripts/demo/road.mjs'
import { finished } from '../test/support/finished.ts'

const DAY = 24 * 60 * 60_000
const START = Date.UTC(2026, 9, 1)

function tripsOf(seed: number): Trip[] {
  const fleet = createFleet({ trucks: 12, seed, road: demoRoad(), startsAt: START })
  const ended: Trip[] = []
  const underway = new Map<number, { trip: Trip; events: { type: EventType; at: number }[] }>()
  for (let press = fleet.next(START + 56 * DAY); press; press = fleet.next(START + 56 * DAY)) {
    const { truck, at, eventType, operationType } = press
    if (eventType === 'start_trip') {
      const events: { type: EventType; at: number }[] = []
      const origin = operationType === 'load' ? 'depot' : 'port'
      underway.set(truck, { trip: { operationType, placeId: 1, origin, events }, events })
    }
    const current = underway.get(truck)
    current?.events.push({ type: eventType, at })
    if (current && eventType === 'end_trip') ended.push(current.trip)
  }
  return ended
}

const share = (part: number, { announced }: Calibration): string =>
  `${((part / announced) * 100).toFixed(1)} %`

for (let seed = 1; seed <= Number(process.argv[2] ?? 3); seed++) {
  const trips = tripsOf(seed)
  const started = performance.now()
  const found = finished(calibrate(trips, START + 28 * DAY))
  const took = performance.now() - started
  console.log(`seed ${seed}: ${trips.length} trips, calibrated in ${took.toFixed(0)} ms`)
  for (const one of found) {
    console.log(
      `  ${one.step.padEnd(16)} ${one.announced} announced, ${share(one.byEarly, one)} by p50, ${share(one.byLate, one)} by p90, ${one.unknown} unknown`,
    )
  }
}
