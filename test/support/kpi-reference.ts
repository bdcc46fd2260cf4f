import type { EventType, OperationType, ParkInterval, UnproductiveActivity } from '#domain/operation/steps'
import type { StoredTrip, TripEvent } from './history.ts'

/**
 * The reference calculation: every KPI from its definition in words, over lists of events. Slow and simple on purpose.
 * It shares no arithmetic with src/domain/kpi or the SQL, and finds the month of an event by formatting its date.
 */

export interface Question {
  month: string
  zone: string
  now: number
  operatorIds?: number[]
  /** Operation keys or container numbers. */
  containers?: string[]
  /** Words of the KPI filter. */
  words?: string[]
}

type Event = TripEvent & { trip: StoredTrip; index: number }

const two = (n: number): string => String(n).padStart(2, '0')

interface Wall {
  month: string
  day: string
  hour: number
  clock: string
}

function wall(at: number, zone: string): Wall {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )
  return {
    month: `${parts.year}-${parts.month}`,
    day: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    clock: `${parts.hour}:${parts.minute}:${parts.second}`,
  }
}

/** The day so many days earlier, 'yyyy-MM-dd'. */
function daysEarlier(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
}

interface Definition {
  kind: 'productive' | 'unproductive' | 'neutral'
  /** What the truck stands still for; null: it moves. */
  standing: UnproductiveActivity | null
  /** The part of the visit that the event opens; null: the truck is not in the park. */
  part: ParkInterval | null
  /** What else the filter calls the event, in an operation of this type. */
  words: (type: OperationType) => string[]
}

/** The definitions of the specification, written by hand and not derived from the workflow table. */
export const DEFINITIONS: Record<EventType, Definition> = {
  start_trip: { kind: 'neutral', standing: null, part: null, words: () => [] },
  en_route: { kind: 'productive', standing: null, part: null, words: () => ['driving_to_park'] },
  stop_bathroom: { kind: 'unproductive', standing: 'stop_bathroom', part: null, words: () => [] },
  stop_fuel: { kind: 'unproductive', standing: 'stop_fuel', part: null, words: () => [] },
  stop_rest: { kind: 'unproductive', standing: 'stop_rest', part: null, words: () => [] },
  resume_route: { kind: 'productive', standing: null, part: null, words: () => ['driving_to_park'] },
  arrived_at_park: {
    kind: 'unproductive',
    standing: 'waiting_access',
    part: 'accessTime',
    words: () => ['arrive_park', 'waiting_access'],
  },
  access_granted: {
    kind: 'unproductive',
    standing: 'parking',
    part: 'parkingTime',
    words: () => ['parking'],
  },
  vehicle_parked: {
    kind: 'productive',
    standing: 'load_unload',
    part: 'loadUnloadTime',
    words: (type) => [`start_${type}ing`, `during_${type}ing`],
  },
  load_complete: {
    kind: 'unproductive',
    standing: 'waiting_exit',
    part: 'exitTime',
    words: () => ['end_loading', 'waiting_exit'],
  },
  unload_complete: {
    kind: 'unproductive',
    standing: 'waiting_exit',
    part: 'exitTime',
    words: () => ['end_unloading', 'waiting_exit'],
  },
  exit_park: { kind: 'productive', standing: null, part: null, words: () => ['driving_to_destination'] },
  end_trip: { kind: 'neutral', standing: null, part: null, words: () => [] },
}

const round1 = (x: number): number => Number((Math.floor(x * 10 + 0.5 + 1e-9) / 10).toFixed(1))
const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(100, round1((part / whole) * 100))
const seconds = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 1000))
const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0)

function greatCircle(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180
  // By the chord between two points, not by the haversine of the product.
  const point = ({ lat, lng }: { lat: number; lng: number }) => [
    Math.cos(lat * rad) * Math.cos(lng * rad),
    Math.cos(lat * rad) * Math.sin(lng * rad),
    Math.sin(lat * rad),
  ]
  const [p, q] = [point(a), point(b)]
  const chord = Math.hypot(...p.map((x, i) => x - (q[i] ?? 0)))
  return 2 * 6371 * Math.asin(Math.min(1, chord / 2))
}

/** `all`: the trips as their corrections leave them, without cancelled ones. */
export function referenceKpis(
  all: readonly (StoredTrip & { corrections?: number })[],
  supervisorId: number,
  question: Question,
  definitions = DEFINITIONS,
) {
  const { zone, now } = question
  const trips = all.filter(
    (trip) =>
      trip.supervisorId === supervisorId &&
      (!question.operatorIds?.length || question.operatorIds.includes(trip.operatorId)) &&
      (!question.containers?.length ||
        question.containers.includes(trip.operationKey) ||
        question.containers.includes(trip.containerNumber)),
  )
  const wanted = question.words ?? []
  const passes = (type: EventType, operationType: OperationType): boolean =>
    wanted.length === 0 ||
    [type, ...definitions[type].words(operationType)].some((word) => wanted.includes(word))
  const everything: Event[] = trips.flatMap((trip) =>
    trip.events.map((event, index) => ({ ...event, trip, index })),
  )
  const passing = (event: Event): boolean => passes(event.type, event.trip.operationType)
  const nextOf = (event: Event): TripEvent | undefined => event.trip.events[event.index + 1]

  const inMonth = everything.filter((e) => wall(e.at, zone).month === question.month)
  const month = inMonth.filter(passing)
  const today = wall(now, zone).day
  const week = Array.from({ length: 7 }, (_, i) => daysEarlier(today, i + 1))
  const inWeek = everything.filter((e) => week.includes(wall(e.at, zone).day))

  const duration = (events: Event[]) => {
    const lengths = events
      .filter((e) => e.type === 'end_trip')
      .map((e) => seconds(e.trip.events[0]?.at ?? e.at, e.at))
    const lasting = lengths.filter((s) => s > 0).map((s) => Math.floor(s / 60))
    return {
      trips: lasting.length,
      excluded: lengths.length - lasting.length,
      minutes: lasting.length === 0 ? null : Math.round(sum(lasting) / lasting.length),
    }
  }

  /** Dead time of the `events` of a period: stops that pass the filter, and the running time of all operations. */
  const dead = (events: Event[]) => {
    const stops = events.filter((e) => passing(e) && e.type.startsWith('stop_'))
    const stopped = sum(stops.map((e) => seconds(e.at, nextOf(e)?.at ?? now)))
    const operations = new Set(events.map((e) => e.trip))
    const ran = sum(
      [...operations].map((trip) => {
        const own = events.filter((e) => e.trip === trip)
        const [first, last] = [own[0], own.at(-1)]
        if (!first || !last) return 0
        return seconds(first.at, last.type === 'end_trip' ? last.at : (nextOf(last)?.at ?? now))
      }),
    )
    return { stops: stops.length, stopped, ran, operations: operations.size, percent: percent(stopped, ran) }
  }

  const closed = month.flatMap((e) => {
    const next = nextOf(e)
    return next ? [{ e, seconds: seconds(e.at, next.at) }] : []
  })
  const ofKind = (kind: string) =>
    sum(closed.filter(({ e }) => definitions[e.type].kind === kind).map((c) => c.seconds))
  const allClosed = sum(closed.map((c) => c.seconds))
  const standing = closed.filter(({ e }) => definitions[e.type].standing)
  const of = <K extends 'standing' | 'part'>(key: K) =>
    [...new Set(Object.values(definitions).map((definition) => definition[key]))].filter((x) => x !== null)
  const byActivity = Object.fromEntries(
    of('standing').map((activity) => [
      activity,
      sum(standing.filter(({ e }) => definitions[e.type].standing === activity).map((s) => s.seconds)),
    ]),
  )

  const timing = (within: (type: EventType) => boolean) => {
    const gaps = month
      .filter((e) => within(e.type) && !e.trip.events.slice(0, e.index).some((before) => within(before.type)))
      .flatMap((e) => {
        const closing = e.trip.events.slice(e.index + 1).find((later) => !within(later.type))
        return closing ? [closing.at - e.at] : []
      })
    const good = gaps.filter((ms) => ms > 0 && ms <= 240 * 60_000).sort((a, b) => a - b)
    const rank = (p: number) => good.find((_, i) => (i + 1) / good.length >= p) ?? 0
    return {
      mean: good.length === 0 ? 0 : round1(sum(good) / good.length / 60_000),
      p50: round1(rank(0.5) / 60_000),
      p90: round1(rank(0.9) / 60_000),
      samples: good.length,
      excluded: gaps.length - good.length,
      excludedLong: gaps.filter((ms) => ms > 240 * 60_000).length,
    }
  }

  const kilometres = sum(
    month.map((e) => {
      const onwards = e.trip.events.slice(e.index + 1).find((later) => later.coordinates)
      return e.coordinates && onwards?.coordinates ? greatCircle(e.coordinates, onwards.coordinates) : 0
    }),
  )

  const activeAt = (at: number): number =>
    trips.filter((trip) => {
      const newest = trip.events.findLast((e) => e.at <= at)
      return newest && newest.type !== 'end_trip' && passes(newest.type, trip.operationType)
    }).length
  const activeNow = trips.filter((trip) => {
    const newest = trip.events.at(-1)
    return newest && newest.type !== 'end_trip' && passes(newest.type, trip.operationType)
  }).length

  const hourly = new Array<number>(24).fill(0)
  for (const e of everything.filter((e) => passing(e) && wall(e.at, zone).day === today)) {
    const { hour } = wall(e.at, zone)
    hourly[hour] = (hourly[hour] ?? 0) + 1
  }

  const trip = duration(month)
  const running = dead(inMonth)
  const week7 = dead(inWeek)
  const measured = month.filter((e) => e.type !== 'start_trip')
  const count = (types: string[]) =>
    Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((t) => t === type).length]))
  return {
    /** Of the operations with an event in the month. */
    corrections: sum(
      trips.map((t) =>
        inMonth.some((e) => e.trip.operationKey === t.operationKey) ? (t.corrections ?? 0) : 0,
      ),
    ),
    averageTripDuration: {
      minutes: trip.minutes,
      text:
        trip.minutes === null ? 'N/A' : `${Math.trunc(trip.minutes / 60)}h ${Math.trunc(trip.minutes % 60)}m`,
      trips: trip.trips,
      excluded: trip.excluded,
      previousMinutes: duration(inWeek.filter(passing)).minutes,
    },
    deadTime: {
      percent: running.percent,
      seconds: running.stopped,
      stops: running.stops,
      runningSeconds: running.ran,
      operations: running.operations,
      previousPercent: week7.operations === 0 ? null : week7.percent,
    },
    activeOperations: { count: activeNow, yesterday: activeAt(yesterdayAtThisTime(now, zone)) },
    gpsInconsistencies: { count: measured.filter((e) => !e.coordinates).length, events: measured.length },
    distanceKm: round1(kilometres),
    productive: {
      productiveSeconds: ofKind('productive'),
      unproductiveSeconds: ofKind('unproductive'),
      neutralSeconds: ofKind('neutral'),
      ratioPercent: percent(ofKind('productive'), allClosed),
      intervals: closed.length,
    },
    unproductive: {
      seconds: sum(standing.map((s) => s.seconds)),
      sharePercent: percent(sum(standing.map((s) => s.seconds)), allClosed),
      byActivity,
    },
    parkTimings: {
      ...Object.fromEntries(
        of('part').map((part) => [part, timing((type) => definitions[type].part === part)]),
      ),
      totalTime: timing((type) => definitions[type].part !== null),
    },
    hourly,
    /** Number of events by type. */
    eventTypes: count(month.map((e) => e.type)),
    /** Operations by the type of their newest event of the month. */
    statuses: count(
      inMonth
        .filter((e) => !inMonth.some((other) => other.trip === e.trip && other.index > e.index))
        .filter(passing)
        .map((e) => e.type),
    ),
  }
}

/** The instant yesterday with the same local time, found by trying minute by minute. */
function yesterdayAtThisTime(now: number, zone: string): number {
  const here = wall(now, zone)
  const yesterday = daysEarlier(here.day, 1)
  for (let minutes = 26 * 60; minutes >= 22 * 60; minutes--) {
    const then = wall(now - minutes * 60_000, zone)
    if (then.day === yesterday && then.clock === here.clock) return now - minutes * 60_000
  }
  // Clocks were set forward over it: an hour later counts.
  return now - 23 * 60 * 60_000
}
