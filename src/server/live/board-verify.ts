import { setTimeout as pause } from 'node:timers/promises'
import type { BoardDifference } from '#contract/http/admin'
import {
  activeOf,
  type Board,
  type BoardRow,
  type BoardSource,
  emptyTenant,
  type Recorded,
  takeIn,
  tenantOf,
} from './board.ts'
import type { Bus } from './bus.ts'

/** How long a message on its way is waited for: what differs after that is no matter of milliseconds. */
const PATIENCE_MS = 2_000
const PAUSE_MS = 20

interface Difference extends Omit<BoardDifference, 'containerId' | 'displayContainerId'> {
  operationKey: string
  containerNumber: string
}

export interface FoundDifference extends Difference {
  /** The memory has not heard of the newest events of this tenant: the difference may be no more than that. */
  isBehind: boolean
}

/**
 * What the board holds otherwise than the database, operation by operation; empty when all is well. While steps are
 * being recorded the two stand at different events at any moment. So the board as it stands is copied, the database is
 * read, and the copy is moved on by the messages in between, up to the event that was read.
 */
export async function verifyBoard(deps: {
  board: Board
  source: BoardSource
  bus: Bus
}): Promise<FoundDifference[]> {
  const heard: Recorded[] = []
  const stopHearing = deps.bus.subscribe((message) => {
    if (message.kind === 'recorded') heard.push(message)
  })
  try {
    const copies = new Map(
      [...deps.board.tenants()].map(([tenantId, tenant]) => [
        tenantId,
        { ...tenant, entries: new Map(tenant.entries) },
      ]),
    )
    const snapshots = await deps.source.all()
    const deadline = performance.now() + PATIENCE_MS
    const differences: FoundDifference[] = []
    for (const tenantId of new Set([...snapshots.keys(), ...copies.keys()])) {
      const { rows, seq } = snapshots.get(tenantId) ?? { rows: [], seq: 0 }
      const copy = copies.get(tenantId) ?? emptyTenant()
      for (;;) {
        for (const message of heard) {
          if (tenantOf(message) === tenantId && message.event.seq <= seq) takeIn(copy, message)
        }
        if (copy.cursor.upTo >= seq || performance.now() > deadline) break
        await pause(PAUSE_MS)
      }
      const isBehind = copy.cursor.upTo < seq
      differences.push(...compare(activeOf(copy), rows).map((found) => ({ ...found, isBehind })))
    }
    return differences
  } finally {
    stopHearing()
  }
}

function compare(memory: readonly BoardRow[], database: readonly BoardRow[]): Difference[] {
  const stored = new Map(database.map((row) => [row.operation.containerId, row]))
  const held = new Map(memory.map((row) => [row.operation.containerId, row]))
  return [...new Set([...stored.keys(), ...held.keys()])].flatMap((operationKey) => {
    const [mine, theirs] = [held.get(operationKey), stored.get(operationKey)]
    if (mine && theirs && content(mine) === content(theirs)) return []
    const kind = !theirs ? 'only_in_memory' : !mine ? 'only_in_database' : 'different'
    return [
      {
        operationKey,
        containerNumber: (mine ?? theirs)?.operation.displayContainerId ?? '',
        kind,
        memoryVersion: mine?.operation.version ?? null,
        databaseVersion: theirs?.operation.version ?? null,
      },
    ]
  })
}

/** All but what only ticks with the clock. */
const content = ({ operationId, operation: { totalDuration: _, ...rest } }: BoardRow): string =>
  JSON.stringify([operationId, rest])
