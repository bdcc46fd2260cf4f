import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyRecord } from '#server/record/verify/verify'
import { chanceFrom } from '../../../scripts/demo/random.mjs'
import { type Crew, hireCrew, type Target } from '../http-client.ts'
import { driveUntilBroken, type Ledger, retryOpen } from './kill-load.ts'
import { chainFaults, lostAndTwice, readRecord, recordFaults } from './record-faults.ts'
import {
  connectBeside,
  databaseProcesses,
  killDatabase,
  type ServerProcess,
  startServer,
  untilAccepting,
  untilServing,
} from './server-process.ts'

/** Who is killed: the server, its whole database, or both in the same moment. */
export type Victim = 'server' | 'database' | 'both'

export interface Round {
  victim: Victim
  /** Presses acknowledged for the first time in this round, before the kill. */
  acknowledged: number
  /** Presses of which the phone did not learn what became. */
  open: number
  /** Of those, recorded under their own id by the retry (or, unheard, already before it); the others were refused. */
  openRecorded: number
  openRefused: number
  /** Events on record after the round. */
  events: number
  /** Milliseconds until the product served again. */
  recoveryMs: number
  /** Of all acknowledged presses, retries included. */
  lost: number
  twice: number
  /** What `verify` says against the record. */
  broken: number
  faults: string[]
}

export interface KillOptions {
  /** One round each. */
  victims: readonly Victim[]
  program: readonly string[]
  seed: number
  supervisors?: number
  operatorsEach?: number
  onRound?: (round: Round, number: number) => void
}

/** Longest share of writes after which the blow falls. */
const MOST_ACKNOWLEDGED = 300

/**
 * Writes from all sides, kills in the middle, starts again on the same data, compares what was promised with what is
 * there. The same data folder goes through all rounds, so later rounds also judge what earlier ones left.
 */
export async function killRounds(options: KillOptions): Promise<Round[]> {
  const { program, supervisors = 2, operatorsEach = 20, onRound } = options
  const chance = chanceFrom(options.seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-kill-'))
  await chmod(dataDir, 0o755)
  let server: ServerProcess | null = null
  try {
    server = await startServer(dataDir, program)
    const target: Target = { origin: server.origin }
    // It listens before it can serve.
    await untilServing(target.origin)
    const crews: Crew[] = []
    for (let i = 0; i < supervisors; i++) crews.push(await hireCrew(target, `base${i + 1}`, operatorsEach))
    const operators = crews.flatMap((crew) => crew.operators)
    const ledger: Ledger = { presses: [], onAcknowledged: () => {} }
    const rounds: Round[] = []
    for (const victim of options.victims) {
      const acknowledged = await loadAndKill(victim)
      const killedAt = performance.now()
      if (victim !== 'database') server = await startServer(dataDir, program)
      target.origin = server.origin
      // A product that was not killed answers `/readyz` for a second with what it knew.
      await untilAccepting(dataDir)
      await untilServing(target.origin)
      const recoveryMs = performance.now() - killedAt
      const before = await faultsNow()
      const open = ledger.presses.filter(
        (p) => p.acknowledged === 0 && p.unknown > 0 && p.refused === 0,
      ).length
      const retried = await retryOpen(ledger)
      const after = await faultsNow()
      const round: Round = {
        victim,
        acknowledged,
        open,
        openRecorded: retried.recorded,
        openRefused: retried.refused,
        events: after.events,
        recoveryMs,
        lost: after.lost,
        twice: after.twice,
        broken: after.broken,
        faults: [
          ...before.faults.map((fault) => `before the retries: ${fault}`),
          ...after.faults.map((fault) => `after the retries: ${fault}`),
        ],
      }
      rounds.push(round)
      onRound?.(round, rounds.length)
    }
    return rounds

    /** Returns the presses acknowledged when everything had come to rest. */
    async function loadAndKill(victim: Victim): Promise<number> {
      const known = ledger.presses.filter((press) => press.acknowledged > 0).length
      let acknowledged = 0
      let isOver = false
      const blow = Math.floor(chance.between(1, MOST_ACKNOWLEDGED))
      const due = new Promise<void>((resolve) => {
        ledger.onAcknowledged = () => {
          if (++acknowledged === blow) resolve()
        }
      })
      const driving = Promise.all(
        operators.map((o) => driveUntilBroken(o, ledger, chance.share, () => isOver)),
      )
      await Promise.race([due, driving])
      await pause(chance.between(0, 25))
      if (victim !== 'server' && killDatabase(dataDir) === 0) throw new Error('there was no database to kill')
      if (victim !== 'database') await server?.kill()
      isOver = true
      await driving
      return ledger.presses.filter((press) => press.acknowledged > 0).length - known
    }

    async function faultsNow() {
      const beside = connectBeside(dataDir)
      try {
        const record = await readRecord(beside)
        const { fault: unsound } = await verifyRecord(beside)
        const known = ledger.presses.filter((press) => press.acknowledged > 0)
        return {
          ...lostAndTwice(record, known),
          broken: chainFaults(record).length + (unsound ? 1 : 0),
          faults: recordFaults(record, ledger.presses),
          events: record.events.length,
        }
      } finally {
        await beside.close()
      }
    }
  } finally {
    await server?.stop()
    // A server that did not come back leaves its database to the watcher, or to us.
    for (let i = 0; databaseProcesses(dataDir).length > 0 && i < 100; i++) await pause(100)
    killDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One line for the terminal. */
export function roundLine(round: Round, number: number): string {
  const { victim, acknowledged, open, openRecorded, openRefused, events, recoveryMs, faults } = round
  return [
    `round ${String(number).padStart(2)}: ${victim.padEnd(8)} killed`,
    `${String(acknowledged).padStart(3)} acknowledged`,
    `${String(open).padStart(3)} unanswered (${openRecorded} recorded once, ${openRefused} refused)`,
    `${events} events on record`,
    `serving again after ${(recoveryMs / 1000).toFixed(2)} s`,
    faults.length === 0 ? 'whole' : `${faults.length} FAULTS`,
  ].join(', ')
}
