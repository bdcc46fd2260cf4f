import type { Shape } from '#domain/place/shape'
import type { SupervisorScope } from '../identity/supervisor-scope.ts'
import type { Bus } from './bus/bus.ts'
import { createTrusted } from './trusted.ts'

/** A place as arrivals and grades need it. */
export interface RememberedPlace {
  id: number
  name: string
  shape: Shape
  retiredAt: Date | null
}

export interface PlaceMemory {
  /** All places of the supervisor, retired ones too; at most 5 s old. */
  of(scope: SupervisorScope): Promise<ReadonlyMap<number, RememberedPlace>>
  close(): void
}

/** Supervisors in memory. */
const MOST = 1_000

interface Reading {
  places: ReadonlyMap<number, RememberedPlace>
  /** Of the rows; read before the places, so that it is never newer than they are. */
  version: string
}

/**
 * The places of each supervisor in memory, so that an arrival costs no statement. A reading that is too old to be trusted
 * stays while the version of its rows is the same.
 */
export function createPlaceMemory(deps: {
  bus: Bus
  read: (scope: SupervisorScope) => Promise<RememberedPlace[]>
  /** Changes with every change of the places; cheap, while 200 polygons are a quarter of a megabyte. */
  version: (scope: SupervisorScope) => Promise<string>
  /** Monotonic milliseconds. */
  elapsed?: () => number
}): PlaceMemory {
  /** Readings under way that no message has outdated. */
  const underWay = new Map<number, Promise<Reading>>()
  const memory = createTrusted<number, Reading>({
    ...deps,
    most: MOST,
    hear(message, { remove }) {
      if (message.kind !== 'places_changed' && message.kind !== 'record_removed') return
      remove(message.supervisorId)
      underWay.delete(message.supervisorId)
    },
  })

  async function read(scope: SupervisorScope): Promise<Reading> {
    const began = memory.begin()
    const old = memory.stale(scope.supervisorId)
    const version = await deps.version(scope)
    const places =
      old?.version === version
        ? old.places
        : new Map((await deps.read(scope)).map((place) => [place.id, place]))
    const reading = { places, version }
    memory.store(scope.supervisorId, reading, began)
    return reading
  }

  return {
    async of(scope) {
      const id = scope.supervisorId
      const known = memory.get(id)
      if (known) return known.places
      // One reading for all that ask meanwhile: fifty of 200 polygons would take every connection of presses for seconds.
      let reading = underWay.get(id)
      if (!reading) {
        reading = read(scope).finally(() => {
          if (underWay.get(id) === reading) underWay.delete(id)
        })
        underWay.set(id, reading)
      }
      return (await reading).places
    },
    close: memory.close,
  }
}
