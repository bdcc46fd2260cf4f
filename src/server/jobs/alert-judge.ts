import { createJudge, type Judge } from '../features/desk/alerts/judging/service.ts'
import { createPushSender } from '../features/desk/alerts/push/sender.ts'
import type { EventLoopWatch } from '../http/watch/event-loop.ts'
import { type Log, tellTo } from '../log/tell.ts'
import type { JobDeps } from './job.ts'
import { holdJob, type JobHold } from './queries.ts'

/** How often push messages are looked for whose snooze or quiet hours are over. */
const WAKE_MS = 10_000
/** Also how long the others take to notice that the process that judged is gone. */
const BEAT_MS = 1_000

export interface AlertJudge {
  /** Judges what is due, or tries to become the process that judges. Never throws. */
  beat(): Promise<void>
  /** Whether this process judges. */
  leads(): boolean
  /** Number of operations watched. */
  watched(): number
  stop(): Promise<void>
}

/**
 * One process of the installation judges alerts: the one that holds an advisory lock, which the database releases when
 * the process dies. The others try to take it with every beat.
 */
export function createAlertJudge(
  deps: Pick<JobDeps, 'database' | 'clock' | 'bus' | 'config' | 'webPush'>,
  log: Log,
): AlertJudge {
  const onError = (err: unknown): void => tellTo(log)('BACKGROUND_FAILED', { err, work: 'juzgar los avisos' })
  const sender = createPushSender(deps, (err) => tellTo(log)('PUSH_FAILED', { err }))
  let hold: JobHold | null = null
  let judge: Judge | null = null
  let beating: Promise<void> | null = null
  let stopped = false
  let wokenAt = 0

  /** Also what a process had written that died before it sent it. */
  function wakeSender(): void {
    const now = deps.clock.now()
    if (Math.abs(now - wokenAt) < WAKE_MS) return
    wokenAt = now
    sender.wake()
  }

  async function resign(): Promise<void> {
    await judge?.stop()
    judge = null
    await hold?.release()
    hold = null
  }

  async function beat(): Promise<void> {
    try {
      if (hold?.isLost()) await resign()
      if (judge) {
        await judge.look()
        return wakeSender()
      }
      hold = await holdJob(deps.database.pool, 'alerts')
      if (!hold) return
      const next = createJudge({ ...deps, onNotices: sender.wake, onError })
      try {
        await next.start()
      } catch (error) {
        await next.stop()
        await resign()
        throw error
      }
      judge = next
      wakeSender()
    } catch (error) {
      onError(error)
    }
  }

  return {
    async beat() {
      if (stopped) return
      beating ??= beat().finally(() => {
        beating = null
      })
      await beating
    },
    leads: () => judge !== null,
    watched: () => judge?.size() ?? 0,
    async stop() {
      stopped = true
      await beating
      await resign()
      await sender.stop()
    },
  }
}

/** Beats once a second until it is stopped. */
export function startAlertJudge(
  deps: Parameters<typeof createAlertJudge>[0],
  log: Parameters<typeof createAlertJudge>[1],
  eventLoop: Pick<EventLoopWatch, 'during'>,
): AlertJudge {
  const judge = createAlertJudge(deps, log)
  const beating = setInterval(() => void eventLoop.during('job alerts', judge.beat), BEAT_MS)
  return {
    ...judge,
    async stop() {
      clearInterval(beating)
      await judge.stop()
    },
  }
}
