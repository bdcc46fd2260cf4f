import type { Shape } from '#domain/place/shape'
import type { SupervisorScope } from '../identity/supervisor-scope.ts'
import type { Bus } from './bus.ts'

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

/** Bounds undetected losses, as for callers and the board. */
const TRUST_MS = 5_000
/** Supervisors in memory; the oldest reading goes first. */
const MAX_KEPT = 1_000

interface Reading {
  places: ReadonlyMap<number, RememberedPlace>
  /** Of the rows; read before the places, so that it is never newer than they are. */
  version: string
  readAt: number
}

/**
 * A cache of the places of each supervisor, so that an arrival costs no statement. A reading is trusted for `TRUST_MS`
 * while the bus is healthy, and longer while the version of its rows is the same; a message that the places changed removes
 * it, and so does a gap. No reading is kept that such a message has overtaken.
 */
export function createPlaceMemory(deps: {
  bus: Bus
  read: (scope: SupervisorScope) => Promise<RememberedPlace[]>
  /** Changes with every change of the places; cheap, while 200 polygons are a quarter of a megabyte. */
  version: (scope: SupervisorScope) => Promise<string>
  /** Monotonic milliseconds. */
  elapsed?: () => number
}): PlaceMemory {
  const { bus, read, version: versionOf, elapsed = () => performance.now() } = deps
  const kept = new Map<number, Reading>()
  /** Grows with every removal. */
  let removals = 0
  const dropAll = (): void => {
    removals++
    kept.clear()
  }
  const stopHearing = bus.subscribe((message) => {
    if (message.kind === 'places_changed' || message.kind === 'record_removed') {
      removals++
      kept.delete(message.supervisorId)
    } else if (message.kind === 'board_outdated') dropAll()
  })
  const stopGap = bus.onGap(dropAll)

  return {
    async of(scope) {
      const known = kept.get(scope.supervisorId)
      const began = { at: elapsed(), removals }
      if (known && began.at - known.readAt < TRUST_MS && bus.healthy()) return known.places
      const version = await versionOf(scope)
      const places =
        known?.version === version
          ? known.places
          : new Map((await read(scope)).map((place) => [place.id, place]))
      if (began.removals === removals) {
        kept.delete(scope.supervisorId)
        const oldest = kept.size < MAX_KEPT ? undefined : kept.keys().next().value
        if (oldest !== undefined) kept.delete(oldest)
        kept.set(scope.supervisorId, { places, version, readAt: began.at })
      }
      return places
    },
    close() {
      stopHearing()
      stopGap()
    },
  }
}
