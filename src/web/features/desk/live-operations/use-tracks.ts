import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscribeLive } from '../../../api/desk/desk-live.ts'
import type { OperationEvent } from '../../../api/operation.ts'
import { operationRecordQuery } from '../../../api/operation-record.ts'

/** At most this many trips show their track, so that a large fleet does not cause hundreds of requests. */
const MOST_TRACKS = 100
const AT_ONCE = 3
/** What comes within this time is drawn at once. */
const TOGETHER_MS = 300
const FIVE_MINUTES_MS = 5 * 60 * 1000

const NONE: ReadonlyMap<string, readonly OperationEvent[]> = new Map()

/** The events of these trips, loaded a few at a time and continued by live events; a failed trip has no track. */
export function useTracks(operationKeys: readonly string[]): ReadonlyMap<string, readonly OperationEvent[]> {
  const client = useQueryClient()
  const [tracks, setTracks] = useState(NONE)
  const wanted = operationKeys.slice(0, MOST_TRACKS).join(' ')

  useEffect(() => {
    const queue = wanted === '' ? [] : wanted.split(' ')
    const keep = new Set(queue)
    let stopped = false
    let loaded: [string, readonly OperationEvent[]][] = []
    let drawing: ReturnType<typeof setTimeout> | undefined
    setTracks((known) => new Map([...known].filter(([id]) => keep.has(id))))

    async function load(operationKey: string): Promise<void> {
      try {
        const events = await client.fetchQuery({
          ...operationRecordQuery(operationKey),
          staleTime: FIVE_MINUTES_MS,
        })
        if (stopped) return
        loaded.push([operationKey, events])
        drawing ??= setTimeout(draw, TOGETHER_MS)
      } catch {
        // The truck stays on the map without its track.
      }
    }
    function draw(): void {
      const together = loaded
      loaded = []
      drawing = undefined
      setTracks((known) => {
        const next = new Map(known)
        for (const [operationKey, events] of together)
          next.set(operationKey, merged(next.get(operationKey), events))
        return next
      })
    }
    async function work(): Promise<void> {
      for (let id = queue.shift(); id !== undefined && !stopped; id = queue.shift()) await load(id)
    }
    for (let i = 0; i < AT_ONCE; i++) void work()

    const unsubscribe = subscribeLive((change) => {
      if (change.type === 'correction' && keep.has(change.correction.operationKey)) {
        void load(change.correction.operationKey)
      }
      if (change.type !== 'event' || !keep.has(change.event.operationKey)) return
      const { event } = change
      setTracks((known) =>
        new Map(known).set(event.operationKey, merged(known.get(event.operationKey), [event])),
      )
    })
    return () => {
      stopped = true
      clearTimeout(drawing)
      unsubscribe()
    }
  }, [wanted, client])

  return tracks
}

/** Each event that counts, once, from the record or from the live channel. */
function merged(
  known: readonly OperationEvent[] | undefined,
  more: readonly OperationEvent[],
): readonly OperationEvent[] {
  const bySeq = new Map(known?.map((event) => [event.seq, event]))
  for (const event of more) bySeq.set(event.seq, event)
  return [...bySeq.values()].filter(({ retracted }) => !retracted)
}
