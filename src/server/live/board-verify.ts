import { setTimeout as pause } from 'node:timers/promises'
import type { BoardDifference } from '#contract/http/console/admin'
import type { ActiveReads } from '../record/read/operations.ts'
import { type OperationRow, tenantOf } from '../record/rows.ts'
import type { Board } from './board.ts'
import { type Bus, type Recorded, seqOf } from './bus/bus.ts'
import { activeOf, copyOf, emptyTenant, tagOf, takeIn } from './tenant-state.ts'

/** How long to wait for messages in transit before a difference counts. */
const PATIENCE_MS = 2_000
const PAUSE_MS = 20

interface Difference extends Omit<BoardDifference, 'containerId' | 'displayContainerId'> {
  operationKey: string
  containerNumber: string
}

export interface FoundDifference extends Difference {
  /** The board has not received the tenant's newest events, which may explain the difference. */
  isBehind: boolean
}

/**
 * The differences between board and database, operation by operation. While steps are recorded the two are at different
 * events. So this copies the board, reads the database, and applies to the copy the messages in between, up to the event
 * that was read.
 */
export async function verifyBoard(deps: {
  board: Board
  source: ActiveReads
  bus: Bus
}): Promise<FoundDifference[]> {
  const heard: Recorded[] = []
  const stopHearing = deps.bus.subscribe((message) => {
    if (message.kind === 'recorded' || message.kind === 'corrected') heard.push(message)
  })
  try {
    const copies = new Map([...deps.board.tenants()].map(([tenantId, tenant]) => [tenantId, copyOf(tenant)]))
    const snapshots = await deps.source.all()
    const deadline = performance.now() + PATIENCE_MS
    const differences: FoundDifference[] = []
    for (const tenantId of new Set([...snapshots.keys(), ...copies.keys()])) {
      const { operations, seq } = snapshots.get(tenantId) ?? { operations: [], seq: 0 }
      const copy = copies.get(tenantId) ?? emptyTenant()
      for (;;) {
        for (const message of heard) {
          if (tenantOf(message.operation) === tenantId && seqOf(message) <= seq) takeIn(copy, message)
        }
        if (copy.cursor.upTo >= seq || performance.now() > deadline) break
        await pause(PAUSE_MS)
      }
      const isBehind = copy.cursor.upTo < seq
      const held = activeOf(copy).map(({ operation }) => operation)
      differences.push(...compare(held, operations).map((found) => ({ ...found, isBehind })))
    }
    return differences
  } finally {
    stopHearing()
  }
}

function compare(memory: readonly OperationRow[], database: readonly OperationRow[]): Difference[] {
  const stored = new Map(database.map((row) => [row.operationKey, row]))
  const held = new Map(memory.map((row) => [row.operationKey, row]))
  return [...new Set([...stored.keys(), ...held.keys()])].flatMap((operationKey) => {
    const [mine, theirs] = [held.get(operationKey), stored.get(operationKey)]
    if (mine && theirs && tagOf(mine) === tagOf(theirs)) return []
    const kind = !theirs ? 'only_in_memory' : !mine ? 'only_in_database' : 'different'
    return [
      {
        operationKey,
        containerNumber: (mine ?? theirs)?.containerNumber ?? '',
        kind,
        memoryVersion: mine?.version ?? null,
        databaseVersion: theirs?.version ?? null,
      },
    ]
  })
}
