import { assess, endsWith } from '#domain/alert/judge'
import type { AlertKind, AlertLevel } from '#domain/alert/kinds'
import { isOver, SETTLING_MS, type Watched, type WatchedEvent, watch } from '#domain/alert/watched'
import { NOTHING_USUAL, type UsualOf } from '#domain/usual/usual'
import type { RecordedOperation } from '../record/queries.ts'
import type { Finding, StoredRule } from './findings.ts'
import type { OpenAlert } from './queries.ts'

interface Open {
  kind: AlertKind
  level: AlertLevel
  since: number
}

interface Entry {
  operationKey: string
  watched: Watched
  version: number
  /** By rule. */
  open: Map<number, Open>
  /** The next moment at which time alone raises something; Infinity: none, 0: not judged yet. */
  due: number
}

interface Tenant {
  /** Null: not read yet, so that no step is held against the fixed time that has a norm. */
  usual: UsualOf | null
  entries: Map<string, Entry>
}

/** The active operations of every supervisor with their open alerts, in the memory of the process that judges. */
export interface WatchList {
  /** Replaces what is known of these supervisors' operations, all of which are given; returns what follows at `now`. */
  load(
    supervisorIds: readonly number[],
    read: { operations: readonly RecordedOperation[]; open: readonly OpenAlert[] },
    now: number,
  ): Finding[]
  /**
   * Takes over which alerts of these supervisors are open in the database; returns what follows at `now`. What was found
   * for them and is not written yet is void.
   */
  compareOpen(supervisorIds: readonly number[], open: readonly OpenAlert[], now: number): Finding[]
  /** The rules that are on, of all. */
  setRules(rules: readonly StoredRule[], now: number): Finding[]
  setUsual(supervisorId: number, usual: UsualOf, now: number): Finding[]
  /** What these operations are, read again; a key without one is no longer active. */
  replace(
    supervisorId: number,
    keys: readonly string[],
    operations: readonly RecordedOperation[],
    now: number,
  ): Finding[]
  /**
   * `after`: the operation after the event. 'missed': it must be read, because it is not known, a record before the event
   * has not come, or it has another place.
   */
  take(
    supervisorId: number,
    operationKey: string,
    event: WatchedEvent,
    after: { version: number; placeId: number | null },
    now: number,
  ): Finding[] | 'missed'
  refused(supervisorId: number, operationKey: string, refused: Watched['refused'], now: number): Finding[]
  /** What time alone has brought up to `now`. */
  look(now: number): Finding[]
  forget(supervisorId: number): void
  /** Those who have rules. */
  supervisors(): number[]
  /** Number of operations. */
  size(): number
}

/** `from`: when this process began to judge, so that phones which nobody served until then get their time as well. */
export function createWatchList(from: number): WatchList {
  const tenants = new Map<number, Tenant>()
  let rules: ReadonlyMap<number, readonly StoredRule[]> = new Map()
  const rulesOf = (supervisorId: number): readonly StoredRule[] => rules.get(supervisorId) ?? []

  function tenantOf(supervisorId: number): Tenant {
    const known = tenants.get(supervisorId)
    if (known) return known
    const tenant: Tenant = { usual: null, entries: new Map() }
    tenants.set(supervisorId, tenant)
    return tenant
  }

  function judgeEntry(tenant: Tenant, supervisorId: number, entry: Entry, now: number): Finding[] {
    const { operationKey, watched } = entry
    const findings: Finding[] = []
    const close = (ruleId: number, why: 'reason_gone' | 'rule_off'): void => {
      entry.open.delete(ruleId)
      findings.push({ action: 'close', ruleId, supervisorId, operationKey, why })
    }
    const settlesAt = watched.settling && Math.max(watched.settling.until, from + SETTLING_MS)
    const isSettling = settlesAt !== null && now < settlesAt
    entry.due = isSettling ? settlesAt : Number.POSITIVE_INFINITY
    for (const rule of rulesOf(supervisorId)) {
      if (rule.kind === 'step_long' && tenant.usual === null) continue
      const usual = tenant.usual ?? NOTHING_USUAL
      const { verdict, dueAt } = assess(rule, watched, usual, now)
      entry.due = Math.min(entry.due, dueAt ?? Number.POSITIVE_INFINITY)
      let open = entry.open.get(rule.id)
      if (open && endsWith(open, verdict)) {
        close(rule.id, 'reason_gone')
        open = undefined
      }
      if (!verdict || isSettling || (open && open.level >= verdict.level)) continue
      entry.open.set(rule.id, { kind: rule.kind, level: verdict.level, since: verdict.since })
      findings.push({ action: open ? 'escalate' : 'raise', rule, operationKey, verdict })
    }
    for (const ruleId of entry.open.keys()) {
      if (!rulesOf(supervisorId).some(({ id }) => id === ruleId)) close(ruleId, 'rule_off')
    }
    return findings
  }

  const judgeAll = (supervisorId: number, now: number): Finding[] => {
    const tenant = tenantOf(supervisorId)
    return [...tenant.entries.values()].flatMap((entry) => judgeEntry(tenant, supervisorId, entry, now))
  }

  function end(supervisorId: number, operationKey: string, open: Iterable<number>): Finding[] {
    tenants.get(supervisorId)?.entries.delete(operationKey)
    return [...open].map((ruleId) => ({
      action: 'close',
      ruleId,
      supervisorId,
      operationKey,
      why: 'operation_over',
    }))
  }

  function put(recorded: RecordedOperation, open: Map<number, Open>): Entry | null {
    const watched = recorded.events.reduce<Watched | null>(watch, null)
    if (!watched) return null
    const { operationKey, supervisorId, version, refused, place } = recorded
    const entry = { operationKey, watched: { ...watched, refused, ...place }, version, open, due: 0 }
    tenantOf(supervisorId).entries.set(operationKey, entry)
    return entry
  }

  function compareOpen(supervisorIds: readonly number[], open: readonly OpenAlert[], now: number): Finding[] {
    const openOf = new Map<string, Map<number, OpenAlert>>()
    for (const alert of open) {
      const known = openOf.get(alert.operationKey) ?? new Map()
      openOf.set(alert.operationKey, known.set(alert.ruleId, alert))
    }
    const judged = supervisorIds.flatMap((id) => {
      const tenant = tenantOf(id)
      return [...tenant.entries.values()].flatMap((entry) => {
        const stored = openOf.get(entry.operationKey) ?? new Map()
        openOf.delete(entry.operationKey)
        if (entry.due > 0 && isSame(entry.open, stored)) return []
        entry.open = stored
        return judgeEntry(tenant, id, entry, now)
      })
    })
    const ended = open.filter(({ operationKey }) => openOf.has(operationKey))
    return [
      ...judged,
      ...ended.flatMap(({ supervisorId, operationKey, ruleId }) => end(supervisorId, operationKey, [ruleId])),
    ]
  }

  return {
    load(supervisorIds, { operations, open }, now) {
      for (const id of supervisorIds) tenantOf(id).entries.clear()
      for (const operation of operations) put(operation, new Map())
      return compareOpen(supervisorIds, open, now)
    },
    compareOpen,

    setRules(all, now) {
      const before = rules
      const bySupervisor = new Map<number, StoredRule[]>()
      for (const rule of all) {
        const list = bySupervisor.get(rule.supervisorId)
        if (list) list.push(rule)
        else bySupervisor.set(rule.supervisorId, [rule])
      }
      rules = bySupervisor
      const isSame = (id: number): boolean =>
        JSON.stringify(rulesOf(id)) === JSON.stringify(before.get(id) ?? [])
      return [...tenants.keys()].flatMap((id) => (isSame(id) ? [] : judgeAll(id, now)))
    },

    setUsual(supervisorId, usual, now) {
      tenantOf(supervisorId).usual = usual
      return judgeAll(supervisorId, now)
    },

    replace(supervisorId, keys, operations, now) {
      const tenant = tenantOf(supervisorId)
      const read = new Map(operations.map((operation) => [operation.operationKey, operation]))
      return keys.flatMap((key) => {
        const known = tenant.entries.get(key)
        const operation = read.get(key)
        if (!operation) return known ? end(supervisorId, key, known.open.keys()) : []
        const entry = put(operation, known?.open ?? new Map())
        return entry ? judgeEntry(tenant, supervisorId, entry, now) : []
      })
    },

    take(supervisorId, operationKey, event, { version, placeId }, now) {
      const tenant = tenantOf(supervisorId)
      const known = tenant.entries.get(operationKey)
      // Also a first event: its message may come after those of the whole trip.
      if (!known) return isOver(event) ? [] : 'missed'
      if (version <= known.version) return []
      if (version !== known.version + 1) return 'missed'
      if (isOver(event)) return end(supervisorId, operationKey, known.open.keys())
      if (placeId !== known.watched.placeId) return 'missed'
      const watched = watch(known.watched, event)
      const entry = { operationKey, watched, version, open: known.open, due: 0 }
      tenant.entries.set(operationKey, entry)
      return judgeEntry(tenant, supervisorId, entry, now)
    },

    refused(supervisorId, operationKey, refused, now) {
      const tenant = tenantOf(supervisorId)
      const entry = tenant.entries.get(operationKey)
      if (!entry) return []
      entry.watched = { ...entry.watched, refused }
      return judgeEntry(tenant, supervisorId, entry, now)
    },

    look(now) {
      const findings: Finding[] = []
      for (const [id, tenant] of tenants) {
        for (const entry of tenant.entries.values()) {
          if (entry.due <= now) findings.push(...judgeEntry(tenant, id, entry, now))
        }
      }
      return findings
    },

    forget: (supervisorId) => void tenants.delete(supervisorId),
    supervisors: () => [...tenants.keys()].filter((id) => rulesOf(id).length > 0),
    size: () => [...tenants.values()].reduce((sum, { entries }) => sum + entries.size, 0),
  }
}

/** The database keeps whole milliseconds. */
const isSame = (known: ReadonlyMap<number, Open>, stored: ReadonlyMap<number, Open>): boolean =>
  known.size === stored.size &&
  [...known].every(([ruleId, { level, since }]) => {
    const other = stored.get(ruleId)
    return other?.level === level && Math.trunc(other.since) === Math.trunc(since)
  })
