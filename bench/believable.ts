import { checkDigit } from '#domain/container/number'
import { placeName } from '#domain/geo/place-name'
import { PLACES } from '#domain/geo/places'
import { type EventType, nextStep, type OperationType, type StepType } from '#domain/operation/steps'

/** Repeatable random numbers in [0, 1): the same seed makes the same fleet (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const MINUTE_MS = 60_000

/** One event of a trip that is not yet placed in time. */
export interface PlannedEvent {
  eventType: EventType
  /** Milliseconds after the start of the trip. */
  offset: number
  /** 0 at the port, 1 at the park. */
  way: number
}

export interface PlannedTrip {
  operationType: OperationType
  events: PlannedEvent[]
}

/** Median minutes of the interval that a step opens, and how widely trips differ (sigma of the logarithm). */
const INTERVALS: Record<StepType, readonly [median: number, sigma: number]> = {
  start_trip: [4, 0.5],
  en_route: [190, 0.25],
  arrived_at_park: [28, 0.8],
  access_granted: [11, 0.5],
  vehicle_parked: [62, 0.5],
  load_complete: [15, 0.6],
  unload_complete: [15, 0.6],
  exit_park: [70, 0.5],
  end_trip: [0, 0],
}
const STOPS = [
  ['stop_fuel', 14],
  ['stop_bathroom', 8],
  ['stop_rest', 35],
] as const

/** About what a trip takes; the caller shortens trips that must follow each other faster. */
export const USUAL_TRIP_MS = 8 * 60 * MINUTE_MS

/** A trip as drivers make them: 8 to 12 events, stops on the way, queues that are sometimes hours long. */
export function planTrip(random: () => number, hurry: number): PlannedTrip {
  const operationType: OperationType = random() < 0.55 ? 'load' : 'unload'
  const stops = random() < 0.5 ? 0 : random() < 0.7 ? 1 : 2
  const spread = (median: number, sigma: number): number => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.round(median * Math.exp(sigma * normal) * MINUTE_MS * hurry)
  }
  const events: PlannedEvent[] = []
  let offset = 0
  let way = 0
  const add = (eventType: EventType, median: number, sigma: number) => {
    events.push({ eventType, offset, way })
    offset += spread(median, sigma)
  }
  for (let step: StepType | null = 'start_trip'; step; step = nextStep(operationType, step)) {
    const [median, sigma] = INTERVALS[step]
    if (step !== 'en_route') {
      if (step === 'arrived_at_park') way = 1
      add(step, median, sigma)
      continue
    }
    const parts = stops + 1
    add('en_route', median / parts, sigma)
    for (let i = 1; i <= stops; i++) {
      way = i / parts
      const [stop, minutes] = STOPS[Math.floor(random() * STOPS.length)] ?? STOPS[0]
      add(stop, minutes, 0.5)
      add('resume_route', median / parts, sigma)
    }
  }
  return { operationType, events }
}

export interface Spot {
  lat: number
  lng: number
  location: string | null
}

/** Places on the way from a port to a park, by their names in the domain's table. */
const ROUTES = [
  ['Puerto de Manzanillo', 'Tecomán', 'Colima', 'Atenquique', 'Ciudad Guzmán', 'Sayula', 'El Salto'],
  ['Veracruz', 'Córdoba', 'Orizaba', 'Puebla', 'San Martín Texmelucan'],
  ['Lázaro Cárdenas', 'Uruapan', 'Morelia', 'Toluca', 'Lerma'],
  ['Puerto de Altamira', 'Ciudad Victoria', 'Monterrey', 'Apodaca'],
  ['Ensenada', 'Tecate', 'Tijuana'],
]
const SPOTS_OF_A_LEG = 8

/** The spots of a route, from port to park, with their names looked up once instead of a million times. */
export function routeOf(number: number): Spot[] {
  const names = ROUTES[number % ROUTES.length] ?? []
  const points = names.map((name) => {
    const place = PLACES.find(([known]) => known === name)
    if (!place) throw new Error(`no place ${name}`)
    return { lat: place[1], lng: place[2] }
  })
  const spots: Spot[] = []
  points.forEach((to, index) => {
    const from = points[index - 1] ?? to
    for (let i = index === 0 ? SPOTS_OF_A_LEG : 1; i <= SPOTS_OF_A_LEG; i++) {
      const part = i / SPOTS_OF_A_LEG
      const lat = from.lat + (to.lat - from.lat) * part
      const lng = from.lng + (to.lng - from.lng) * part
      spots.push({ lat, lng, location: placeName({ lat, lng }) })
    }
  })
  return spots
}

const OWNERS = ['MSKU', 'CSQU', 'HLXU', 'TCNU', 'TEXU', 'OOLU', 'CMAU', 'MEDU']

/** The n-th container number of the world, with its check digit. */
export function containerNumber(n: number): string {
  const ten = `${OWNERS[n % OWNERS.length]}${String(Math.floor(n / OWNERS.length) % 1_000_000).padStart(6, '0')}`
  return `${ten}${checkDigit(ten)}`
}

const FIRST = 'José María Juan Luis Ángel Óscar Raúl Jesús Íñigo Ana Rosa Martín Iván Héctor Nicolás'.split(
  ' ',
)
const LAST = 'Hernández García Muñoz López Núñez Pérez Sánchez Ramírez Peña Gutiérrez Ávila'.split(' ')

export function personName(random: () => number): string {
  const of = (names: readonly string[]) => names[Math.floor(random() * names.length)]
  return `${of(FIRST)} ${of(LAST)} ${of(LAST)}`
}
