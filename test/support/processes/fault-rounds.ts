import { setTimeout as pause } from 'node:timers/promises'
import { verifyRecord } from '#server/record/verify/verify'
import { chanceFrom } from '../../../scripts/demo/random.mjs'
import { type Desk, openDesk } from '../desk.ts'
import { type Crew, hireCrew } from '../http-client.ts'
import type { Site } from './fault-sites.ts'
import { driveUntilBroken, type Ledger, send } from './kill-load.ts'
import { chainFaults, lostAndTwice, type RecordBook, readRecord, recordFaults } from './record-faults.ts'
import { untilServing } from './server-process.ts'

/** What one blow, or several of the same kind, did. */
export interface Struck {
  fault: string
  times: number
  /** Presses acknowledged since the blow before. */
  acknowledged: number
  /** Of everything acknowledged until then. */
  lost: number
  twice: number
  /** What `verify` says against the record. */
  broken: number
  /** Until the first good answer; the longest. */
  servingAfterMs: number
}

export interface FaultRun {
  /** One for each name among the blows, judged after each of them. */
  struck: Struck[]
  /** Presses acknowledged. */
  acknowledged: number
  /** Of those, the ones of which the first attempt was not answered. */
  retried: number
  /** How often each desk had to connect. */
  connections: number[]
  /** Empty when the record is whole, and every desk has shown exactly it. */
  faults: string[]
}

const SUPERVISORS = 2
const DRIVERS_EACH = 6
const DESKS_EACH = 2
/** Another process may answer a poll a moment before it has heard of the driver's own press. */
const BEHIND = 20
/** Looks, not time: a machine that was suspended resumes with every deadline passed. */
const LOOK_MS = 20
const CAUGHT_UP_LOOKS = 1_500
const STUCK_LOOKS = 3_000

/**
 * Drivers who press without pause, and desks that look on, while the blows fall one after the other; no phone and no desk
 * does more than try again. `between`: presses acknowledged before, between and after the blows.
 */
export async function faultRounds(
  site: Site,
  {
    blows,
    seed,
    between = 60,
    driversEach = DRIVERS_EACH,
    onStruck = () => {},
  }: {
    blows: readonly string[]
    seed: number
    between?: number
    driversEach?: number
    onStruck?: (now: Struck) => void
  },
): Promise<FaultRun> {
  const chance = chanceFrom(seed)
  const crews: Crew[] = []
  for (let i = 1; i <= SUPERVISORS; i++) crews.push(await hireCrew(site.target, `base${i}`, driversEach))
  const desks = crews.flatMap(({ supervisor }) =>
    Array.from({ length: DESKS_EACH }, () => ({ of: supervisor, desk: openDesk(site.target, supervisor) })),
  )
  let acknowledged = 0
  let isOver = false
  const ledger: Ledger = { presses: [], onAcknowledged: () => acknowledged++ }
  const struck = new Map<string, Struck>()
  let counted = 0

  async function judge(fault: string, servingAfterMs: number): Promise<void> {
    const known = ledger.presses.filter((press) => press.acknowledged > 0)
    const beside = site.beside()
    try {
      const record = await readRecord(beside)
      const { fault: unsound } = await verifyRecord(beside)
      const { lost, twice } = lostAndTwice(record, known)
      const broken = chainFaults(record).length + (unsound ? 1 : 0)
      const now = {
        fault,
        times: 1,
        acknowledged: acknowledged - counted,
        lost,
        twice,
        broken,
        servingAfterMs,
      }
      struck.set(fault, together(now, struck.get(fault)))
      counted = acknowledged
      onStruck(now)
    } finally {
      await beside.close()
    }
  }

  async function more(count: number): Promise<void> {
    const wanted = acknowledged + count
    for (let looks = 0; acknowledged < wanted; looks++) {
      if (looks === STUCK_LOOKS) throw new Error(`${acknowledged} of ${wanted} acknowledged`)
      await pause(LOOK_MS)
    }
  }

  /** As a phone does it: what is not answered goes out again, before anything new. */
  async function drive(operator: Crew['operators'][number]): Promise<void> {
    while (!isOver) {
      await driveUntilBroken(operator, ledger, chance.share, () => isOver, BEHIND)
      for (const press of ledger.presses) {
        if (press.userId !== operator.id || press.acknowledged > 0 || press.refused > 0) continue
        while (press.unknown > 0 && (await send(press, ledger)) === 0 && press.refused === 0) await pause(50)
      }
      await pause(20)
    }
  }

  // A desk shows what happens from its first connection on.
  while (desks.some(({ desk }) => desk.connections() === 0)) await pause(10)
  try {
    const driving = Promise.all(crews.flatMap(({ operators }) => operators.map(drive)))
    const striking = (async () => {
      await more(between)
      for (const name of blows) {
        const strike = site.blows[name]
        if (!strike) throw new Error(`no blow ${name}`)
        const canHealFrom = await strike()
        await untilServing(site.target.origin)
        const servingAfterMs = Math.round(performance.now() - canHealFrom)
        await more(between)
        await judge(name, servingAfterMs)
      }
    })().finally(() => {
      isOver = true
    })
    await Promise.all([striking, driving])
    const beside = site.beside()
    try {
      const record = await readRecord(beside)
      const faults = recordFaults(record, ledger.presses)
      const behind = await Promise.all(desks.map(({ of, desk }) => deskFaults(desk, of, record)))
      const known = ledger.presses.filter((press) => press.acknowledged > 0)
      return {
        struck: [...struck.values()],
        acknowledged: known.length,
        retried: known.filter(({ unknown }) => unknown > 0).length,
        connections: desks.map(({ desk }) => desk.connections()),
        faults: [...faults, ...behind.flat()],
      }
    } finally {
      await beside.close()
    }
  } finally {
    isOver = true
    for (const { desk } of desks) desk.stop()
  }
}

/** Sums, and the longest time. */
export function together(a: Struck, b: Struck | undefined): Struck {
  if (!b) return a
  return {
    fault: a.fault,
    times: a.times + b.times,
    acknowledged: a.acknowledged + b.acknowledged,
    lost: a.lost + b.lost,
    twice: a.twice + b.twice,
    broken: a.broken + b.broken,
    servingAfterMs: Math.max(a.servingAfterMs, b.servingAfterMs),
  }
}

/** What a desk has not shown, once it had the time to, or more than once. */
async function deskFaults(
  desk: Desk,
  { id, username }: { id: number; username: string },
  record: RecordBook,
) {
  const wanted = record.events
    .filter(({ supervisorId }) => supervisorId === id)
    .map(({ seq }) => seq)
    .sort((a, b) => a - b)
  for (let looks = 0; ; looks++) {
    const shown = [...desk.shown].sort((a, b) => a - b)
    if (JSON.stringify(shown) === JSON.stringify(wanted)) return []
    if (looks === CAUGHT_UP_LOOKS) {
      const missing = wanted.filter((seq) => !desk.shown.includes(seq))
      return [
        `desk of ${username}: ${shown.length} of ${wanted.length} shown, missing ${missing}; closed by ${desk.closeCodes}`,
      ]
    }
    await pause(LOOK_MS)
  }
}
