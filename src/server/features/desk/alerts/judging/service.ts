import { type Cursor, caughtUp, cursorAt, take } from '#domain/live/catch-up'
import { usualRows } from '#domain/usual/sample'
import { createUsual } from '#domain/usual/usual'
import { inTurns } from '../../../../adapters/thread/in-turns.ts'
import type { AppDeps } from '../../../../deps.ts'
import { scopeOf } from '../../../../identity/supervisor-scope.ts'
import { type BusMessage, type Recorded, seqOf } from '../../../../live/bus/bus.ts'
import { newestSeqOfAll } from '../../../../record/read/seqs.ts'
import { readTrips } from '../../../../record/read/trips.ts'
import { addStandardRules, alertsById } from '../queries.ts'
import { activeOperations } from '../record/queries.ts'
import { type Finding, supervisorOf } from './findings.ts'
import { createHearing } from './hearing.ts'
import { enabledRules, openAlerts, writeFindings } from './queries.ts'
import { createWatchList } from './watch-list.ts'
import { watchedEvent } from './watched-event.ts'

/** What other processes have written without a message that arrived is found so often. */
const COMPARE_MS = 2_000
const RULES_MS = 10_000
const USUAL_MS = 60 * 60 * 1000

export interface Judge {
  /** Reads everything, and judges it. */
  start(): Promise<void>
  /** Judges what time has brought. To be called every second. */
  look(): Promise<void>
  /** Number of operations watched. */
  size(): number
  /** Resolves when what is under way has been written. */
  stop(): Promise<void>
}

export interface JudgeDeps extends Pick<AppDeps, 'database' | 'clock' | 'bus'> {
  config: Pick<AppDeps['config'], 'timezone'>
  /** Alerts were raised or have escalated, and their push messages wait to be sent. */
  onNotices(): void
  onError(error: unknown): void
}

/**
 * Judges the active operations of every supervisor, in the one process that holds the lock (jobs/alert-judge.ts). Events
 * are judged soon after the bus brings them; what it did not bring is found by comparing numbers. All of its state can be
 * read again from the database, and what it writes is the same whichever process writes it.
 */
export function createJudge(deps: JudgeDeps): Judge {
  const { bus, clock, config, onError } = deps
  const { orm } = deps.database
  const list = createWatchList(clock.now())
  const hearing = createHearing(apply, onError)
  const read = () => ({ zone: config.timezone, now: clock.now() })
  /** The numbers of each supervisor's record that were judged. */
  const cursors = new Map<number, Cursor>()
  /** Operations to be read again, by supervisor. */
  const outdated = new Map<number, Set<string>>()
  const usualAt = new Map<number, number>()
  let newestBefore: ReadonlyMap<number, number> = new Map()
  let comparedAt = 0
  let rulesAt = 0
  let rulesChanged = false
  let found: Finding[] = []
  let started = false
  let stopped = false
  let turn: Promise<void> = Promise.resolve()
  let scheduled = false
  /** Where the comparison of open alerts goes on among the supervisors. */
  let sweptTo = 0

  function note(findings: readonly Finding[]): void {
    found.push(...findings)
    if (found.length > 0 || outdated.size > 0 || rulesChanged) schedule()
  }

  /** What one turn of the event loop brings is written together. */
  function schedule(): void {
    if (scheduled || stopped) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void settle()
    })
  }

  /** One after the other, so that the alerts that are read agree with those that were written. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  const settle = (): Promise<void> => inTurn(settleNow).catch(onError)

  async function settleNow(): Promise<void> {
    if (rulesChanged) {
      rulesChanged = false
      found.push(...list.setRules(await enabledRules(orm), clock.now()))
    }
    const again = [...outdated]
    outdated.clear()
    for (const [supervisorId, keys] of again) {
      const asked = [...keys]
      await hearing.reading(async () => {
        const operations = await activeOperations(orm, [supervisorId], read(), asked)
        note(list.replace(supervisorId, asked, operations, clock.now()))
      })
    }
    const findings = found
    if (findings.length === 0) return
    found = []
    try {
      const changed = await writeFindings(orm, findings, new Date(clock.now()))
      await publish(changed)
    } catch (error) {
      // Memory is ahead of the database: both are compared again.
      for (const id of new Set(findings.map((finding) => supervisorOf(finding)))) cursors.delete(id)
      comparedAt = 0
      throw error
    }
  }

  async function publish(changed: readonly { id: number; supervisorId: number }[]): Promise<void> {
    if (changed.length === 0) return
    const supervisorIds = [...new Set(changed.map(({ supervisorId }) => supervisorId))]
    const ids = changed.map(({ id }) => id)
    for (const alert of await alertsById(orm, supervisorIds, ids))
      bus.publish({ kind: 'alert_changed', alert })
    deps.onNotices()
  }

  function readAgain(supervisorId: number, operationKey: string): void {
    const keys = outdated.get(supervisorId) ?? new Set()
    outdated.set(supervisorId, keys.add(operationKey))
  }

  function hear(message: BusMessage): void {
    if (!started || stopped) return
    hearing.hear(message)
  }

  function apply(message: BusMessage): void {
    switch (message.kind) {
      case 'recorded':
      case 'corrected':
        if (message.operation.supervisorId !== null) takeRecord(message, message.operation.supervisorId)
        return
      case 'step_refused': {
        const { supervisorId, operationKey, at, times } = message
        note(list.refused(supervisorId, operationKey, { at, times }, clock.now()))
        return
      }
      case 'destination_changed':
        readAgain(message.supervisorId, message.operation.operationKey)
        note([])
        return
      case 'places_changed':
        // Shapes, free times and contracts of all operations: read with the next look.
        cursors.delete(message.supervisorId)
        comparedAt = 0
        return
      case 'alert_rules_changed':
        rulesChanged = true
        note([])
        return
      case 'record_removed':
        list.forget(message.supervisorId)
        cursors.delete(message.supervisorId)
        return
    }
  }

  function takeRecord(message: Recorded, supervisorId: number): void {
    const { operation } = message
    const cursor = cursors.get(supervisorId)
    if (cursor) cursors.set(supervisorId, take(cursor, seqOf(message)))
    const findings =
      message.kind === 'corrected'
        ? 'missed'
        : list.take(
            supervisorId,
            operation.operationKey,
            watchedEvent(message.event, message.grade),
            { version: operation.version, placeId: operation.placeId },
            clock.now(),
          )
    if (findings === 'missed') readAgain(supervisorId, operation.operationKey)
    note(findings === 'missed' ? [] : findings)
  }

  /** Reads again the supervisors whose record has numbers that were not judged. */
  async function compare(): Promise<void> {
    const newest = await newestSeqOfAll(orm)
    // A number that was committed just now may still be on its way: it is missing the second time.
    const behind = [...newest.keys()].filter((id) => {
      const cursor = cursors.get(id)
      return !cursor || cursor.upTo < (newestBefore.get(id) ?? 0)
    })
    newestBefore = newest
    for (let i = 0; i < behind.length; i += TOGETHER) {
      const some = behind.slice(i, i + TOGETHER)
      await hearing.reading(async () => {
        const open = await openAlerts(orm, some)
        const operations = await activeOperations(orm, some, read())
        for (const id of some) {
          const seq = newest.get(id) ?? 0
          const known = cursors.get(id)
          cursors.set(id, known ? caughtUp(known, seq) : cursorAt(seq))
        }
        noteOnly(some, list.load(some, { operations, open }, clock.now()))
      })
    }
    await sweep([...newest.keys()])
  }

  /** Repairs: an open alert that only memory or only the database has would stay so until its operation is read again. */
  async function sweep(supervisorIds: readonly number[]): Promise<void> {
    if (sweptTo >= supervisorIds.length) sweptTo = 0
    const some = supervisorIds.slice(sweptTo, sweptTo + TOGETHER)
    sweptTo += TOGETHER
    const open = await openAlerts(orm, some)
    noteOnly(some, list.compareOpen(some, open, clock.now()))
  }

  /** These findings follow from what is in the database, so they replace those that have not been written. */
  function noteOnly(supervisorIds: readonly number[], findings: readonly Finding[]): void {
    found = found.filter((finding) => !supervisorIds.includes(supervisorOf(finding)))
    note(findings)
  }

  async function refreshRules(): Promise<void> {
    await addStandardRules(orm, new Date(clock.now()))
    note(list.setRules(await enabledRules(orm), clock.now()))
  }

  /** One supervisor at a time, so that no request waits for a month of everybody. */
  async function refreshUsual(): Promise<void> {
    const now = clock.now()
    const next = list.supervisors().find((id) => now - (usualAt.get(id) ?? -USUAL_MS) >= USUAL_MS)
    if (next === undefined) return
    usualAt.set(next, now)
    // Only what is usual is kept here, not the trips.
    const scope = scopeOf({ id: next, role: 'supervisor' })
    const rows = await inTurns(scope, usualRows(await readTrips(orm, scope, { since: now, until: now })))
    note(list.setUsual(next, createUsual(rows), clock.now()))
    await refreshUsual()
  }

  const unsubscribe = bus.subscribe(hear)
  let learning = Promise.resolve()

  return {
    async start() {
      started = true
      await refreshRules()
      await inTurn(compare)
      comparedAt = rulesAt = clock.now()
      await settle()
      learning = refreshUsual().catch(onError)
    },
    async look() {
      hearing.catchUp()
      const now = clock.now()
      note(list.look(now))
      if (now - comparedAt >= COMPARE_MS || now < comparedAt) {
        comparedAt = now
        await inTurn(compare)
      }
      if (now - rulesAt >= RULES_MS || now < rulesAt) {
        rulesAt = now
        await refreshRules()
        learning = learning.then(refreshUsual).catch(onError)
      }
      await settle()
    },
    size: list.size,
    async stop() {
      stopped = true
      hearing.stop()
      unsubscribe()
      await turn
      await learning
    },
  }
}

/** Supervisors that are read in one statement. */
const TOGETHER = 20
