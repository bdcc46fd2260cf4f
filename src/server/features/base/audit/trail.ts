import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../adapters/clock.ts'
import type { Queryable } from '../../../db/connect.ts'
import { networkOf } from '../../../http/network/network.ts'
import type { Trace } from '../../../identity/trace.ts'
import { type DoorEvent, type Trail, visitorTrace } from '../../../identity/trail.ts'
import { tellTo } from '../../../log/tell.ts'
import { recordAudit } from './service.ts'

const MINUTE_MS = 60_000
/** Lines a minute of each action: of one account, of one address, and of all visitors. */
const LINES_OF_ONE = 10
const LINES_OF_VISITORS = 100

/** What lines are counted by, and what the line about the rest can still name. */
interface Count {
  key: string
  limit: number
  trace: Trace
  about: Pick<DoorEvent, 'target' | 'targetId'>
}

function countsOf(
  trace: Trace,
  { action, target, targetId }: DoorEvent,
  subject: string | undefined,
): Count[] {
  const about = { target: target ?? null, targetId: targetId ?? null }
  if (trace.id !== null) return [{ key: `${action} account ${trace.id}`, limit: LINES_OF_ONE, trace, about }]
  const all = { key: action, limit: LINES_OF_VISITORS, trace: visitorTrace(null), about: {} }
  const from = {
    key: `${action} address ${networkOf(trace.address ?? '')}`,
    limit: LINES_OF_ONE,
    trace,
    about: {},
  }
  if (subject === undefined) return [from, all]
  return [
    from,
    { key: `${action} subject ${subject}`, limit: LINES_OF_ONE, trace: visitorTrace(null), about },
    all,
  ]
}

function createTrail({
  db,
  clock,
  onError,
}: {
  db: Queryable
  clock: Clock
  onError: (error: unknown) => void
}): Trail {
  let lines = new Map<string, number>()
  let rests = new Map<string, Count & { event: DoorEvent; more: number }>()

  return {
    async record(trace, event, subject) {
      const counts = countsOf(trace, event, subject)
      const full = counts.find(({ key, limit }) => (lines.get(key) ?? 0) >= limit)
      if (full) {
        const rest = rests.get(full.key) ?? { ...full, event, more: 0 }
        rests.set(full.key, { ...rest, more: rest.more + 1 })
        return
      }
      for (const { key } of counts) lines.set(key, (lines.get(key) ?? 0) + 1)
      await recordAudit(db, trace, clock.now(), event)
    },
    async flush() {
      lines = new Map()
      const left = rests
      rests = new Map()
      for (const [key, rest] of left) {
        const { trace, about, event, more } = rest
        try {
          const line = { action: event.action, ...about, after: { more } }
          await recordAudit(db, trace, clock.now(), line)
        } catch (error) {
          rests.set(key, { ...rest, more: more + (rests.get(key)?.more ?? 0) })
          onError(error)
        }
      }
    },
  }
}

/** The trail of this app, whose end stores what was only counted. */
export function installTrail(app: FastifyInstance, { db, clock }: { db: Queryable; clock: Clock }): Trail {
  const onError = (err: unknown): void =>
    tellTo(app.log)('BACKGROUND_FAILED', { err, work: 'guardar entradas y salidas en la bitácora' })
  const trail = createTrail({ db, clock, onError })
  const timer = setInterval(() => void trail.flush(), MINUTE_MS)
  timer.unref()
  app.decorate('trail', trail)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await trail.flush()
  })
  return trail
}
