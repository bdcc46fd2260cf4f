import { hasGap } from '#domain/live/catch-up'
import type { SupervisorScope } from '../identity/supervisor-scope.ts'
import type { ActiveOperations, ActiveReads } from '../record/read/operations.ts'
import { type OperationRow, tenantOf } from '../record/rows.ts'
import type { Bus, BusMessage, Recorded } from './bus/bus.ts'
import {
  activeOf,
  emptyTenant,
  entryTag,
  isBehind,
  listOf,
  listTag,
  type TenantState,
  tagOf,
  takeDestination,
  takeIn,
  takeSnapshot,
} from './tenant-state.ts'
import { TRUST_MS } from './trusted.ts'

/** State and its version: with equal tags they are the same. */
interface Tagged<T> {
  tag: string
  state: T
}

export interface Board {
  /** The operator's active operation. */
  ofOperator(operator: { id: number; supervisorId: number | null }): Promise<Tagged<OperationRow> | null>
  ofSupervisor(scope: SupervisorScope): Promise<Tagged<ActiveOperations>>
  /** What this process last heard of an operation of this operator; it may be stale. Null: nothing. */
  remembered(operator: { id: number; supervisorId: number | null }, operationKey: string): OperationRow | null
  /** Takes note of a fresh reading: if the memory is behind it, a message was lost, and the next poll reads the tenant. */
  compare(fresh: OperationRow): void
  /** Reloads all tenants. Events recorded in the meantime are not lost. */
  reload(): Promise<void>
  /** Number of active operations in memory. */
  size(): number
  /** For the comparison alone (board-verify.ts). */
  tenants(): ReadonlyMap<number, TenantState>
  close(): Promise<void>
}

/** With more out-of-order messages than this, reloading is cheaper than keeping them. */
const MAX_EARLY = 500

/**
 * A cache of the active operations, to answer polls. It answers only while no `seq` is missing, the bus is healthy, and a
 * read confirmed it within `TRUST_MS`. The answer is then the database's state after the event `seq`. Events of this
 * process are always in it, events of another process once their message has arrived.
 */
export function createBoard(deps: {
  bus: Bus
  source: ActiveReads
  onError: (error: unknown) => void
  /** Monotonic milliseconds. */
  elapsed?: () => number
}): Board {
  const { bus, source, onError, elapsed = () => performance.now() } = deps
  let tenants = new Map<number, TenantState>()
  /** Grows at each gap of the bus and at each loss that is found: a read that began before confirms nothing. */
  let missed = 0
  /** Messages that arrive during a reload. */
  const waiting = new Set<BusMessage[]>()
  const underWay = new Set<Promise<unknown>>()

  const isTrusted = (tenant: TenantState): boolean =>
    tenant.confirmedAt !== null &&
    elapsed() - tenant.confirmedAt < TRUST_MS &&
    !tenant.setBack &&
    !hasGap(tenant.cursor) &&
    bus.healthy()

  function recorded(message: Recorded): void {
    const tenantId = tenantOf(message.operation)
    // A tenant that was never read is read by the first poll; messages until then are kept.
    const tenant = tenants.get(tenantId) ?? emptyTenant()
    tenants.set(tenantId, tenant)
    takeIn(tenant, message)
    if (tenant.cursor.early.length > MAX_EARLY) tenants.set(tenantId, emptyTenant())
  }

  function hear(message: BusMessage): void {
    if (message.kind === 'board_outdated') {
      // Not queued for a running reload: each would start another one.
      follow(reload()).catch(onError)
      return
    }
    for (const list of waiting) list.push(message)
    if (message.kind === 'recorded' || message.kind === 'corrected') recorded(message)
    else if (message.kind === 'destination_changed') {
      const tenant = tenants.get(message.supervisorId)
      if (tenant) takeDestination(tenant, message.operation)
    } else if (message.kind === 'record_removed') tenants.delete(message.supervisorId)
  }

  /** Reads one tenant. Concurrent callers share one read. */
  function read(tenantId: number): Promise<ActiveOperations> {
    const tenant = tenants.get(tenantId) ?? emptyTenant()
    tenants.set(tenantId, tenant)
    if (tenant.reading) return tenant.reading
    const began = { at: elapsed(), missed, upTo: tenant.cursor.upTo }
    tenant.reading = (async () => {
      try {
        const snapshot = await source.tenant(tenantId)
        merge(tenant, snapshot, began)
        return snapshot
      } finally {
        tenant.reading = null
      }
    })()
    return follow(tenant.reading)
  }

  function merge(
    tenant: TenantState,
    snapshot: ActiveOperations,
    began: { at: number; missed: number; upTo: number },
  ): void {
    // Every received message was committed before the read began, so the read must contain it.
    tenant.setBack = snapshot.seq < began.upTo
    if (tenant.setBack) return
    // Otherwise the messages are newer than the read, and none below them is missing.
    if (snapshot.seq >= tenant.cursor.upTo) takeSnapshot(tenant, snapshot)
    if (began.missed === missed) tenant.confirmedAt = began.at
  }

  async function reload(): Promise<void> {
    const began = { at: elapsed(), missed }
    const heard: BusMessage[] = []
    waiting.add(heard)
    try {
      const all = await source.all()
      tenants = new Map(
        [...all].map(([tenantId, snapshot]) => {
          const tenant = emptyTenant()
          takeSnapshot(tenant, snapshot)
          if (began.missed === missed) tenant.confirmedAt = began.at
          return [tenantId, tenant]
        }),
      )
    } finally {
      waiting.delete(heard)
    }
    for (const message of heard) hear(message)
  }

  function follow<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    void work.catch(() => {}).finally(() => underWay.delete(work))
    return work
  }

  const stopHearing = bus.subscribe(hear)
  const stopGap = bus.onGap(() => {
    missed++
    for (const tenant of tenants.values()) tenant.confirmedAt = null
    follow(reload()).catch(onError)
  })

  return {
    async ofOperator({ id, supervisorId }) {
      const tenantId = supervisorId ?? id
      const tenant = tenants.get(tenantId)
      if (tenant && isTrusted(tenant)) {
        const entry = tenant.byOperator.get(id)
        if (entry) return { tag: entryTag(entry), state: entry.operation }
        // Another process may have started a trip that is not known here yet: 'none' would end it on the driver's screen.
      } else if (bus.healthy()) {
        read(tenantId).catch(onError)
      }
      const operation = await source.activeOf(id)
      return operation && { tag: tagOf(operation), state: operation }
    },

    async ofSupervisor({ supervisorId }) {
      const before = tenants.get(supervisorId)
      if (before && isTrusted(before)) return answerOf(before)
      if (!bus.healthy()) return readAnswer(await source.tenant(supervisorId))
      const least = before ? newestHeard(before) : 0
      let snapshot = await read(supervisorId)
      // A shared read may be older than messages that this process has received since.
      if (snapshot.seq < least) snapshot = await read(supervisorId)
      const tenant = tenants.get(supervisorId)
      const isNewer = tenant && isTrusted(tenant) && tenant.cursor.upTo > snapshot.seq
      return isNewer ? answerOf(tenant) : readAnswer(snapshot)
    },

    remembered({ id, supervisorId }, operationKey) {
      const entry = tenants.get(supervisorId ?? id)?.entries.get(operationKey)
      return entry?.operation.userId === id ? entry.operation : null
    },

    compare(fresh) {
      const tenant = tenants.get(tenantOf(fresh))
      if (!tenant || !isBehind(tenant, fresh)) return
      missed++
      tenant.confirmedAt = null
    },

    reload: () => follow(reload()),
    size: () => [...tenants.values()].reduce((sum, tenant) => sum + activeOf(tenant).length, 0),
    tenants: () => tenants,
    async close() {
      stopHearing()
      stopGap()
      // A read must not outlive the connections of the database.
      await Promise.allSettled(underWay)
    },
  }
}

const newestHeard = ({ cursor }: TenantState): number => cursor.early.at(-1) ?? cursor.upTo

function answerOf(tenant: TenantState): Tagged<ActiveOperations> {
  const { entries, tag } = listOf(tenant)
  return { tag, state: { operations: entries.map(({ operation }) => operation), seq: tenant.cursor.upTo } }
}

const readAnswer = (read: ActiveOperations): Tagged<ActiveOperations> => ({
  tag: listTag(read.seq, read.operations.map(tagOf)),
  state: read,
})
