import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteHandlerMethod } from 'fastify'
import { createQueues, QueueFull, type Queues, QueueTimeout } from '../../adapters/queues.ts'
import { tenantOfCaller } from '../../identity/caller.ts'
import { type Said, say } from '../../text/messages.ts'
import { RateLimited } from '../answer/problem.ts'
import { type Exchange, whenOver } from '../exchange.ts'

declare module 'fastify' {
  interface FastifyInstance {
    budget: Budget
  }
  interface FastifyRequest {
    /** Ends the turn that the request has in its line; null: it has none. */
    endTurn: (() => void) | null
  }
}

/**
 * What shares a budget: a supervisor and their drivers, desks of that supervisor that catch up (apart, because they must hear
 * of a press while other requests wait), whoever has links of that supervisor, the administrator.
 */
export type Line = `tenant ${number}` | `catch-up ${number}` | `links ${number}` | 'administrator'

/**
 * Dear requests of one line that run at once, and of all lines together. All together leave connections to what is not
 * dear: src/server/db/connect.ts. More could wait than are served in time, but a fleet that starts again asks at once.
 */
const TURNS = { each: 3, inAll: 8, waiting: 30, timeoutMs: 5_000 }
const DOWNLOADS = { each: 1, waiting: 5, timeoutMs: 5_000 }
/** They wait for the same rows (`lockTenant`), each on a connection. */
const WRITES = { each: 2, waiting: 100, timeoutMs: 5_000 }
/** A browser asks for six at once: more come from many desks, or from a flood. */
const READS = { each: 6, waiting: 100, timeoutMs: 5_000 }
const RETRY_AFTER_SECONDS = 5

/** What dear requests wait for (docs/decisions/0060-a-budget-for-each-tenant.md). */
export interface Budget {
  /** Resolves with what ends the turn. Throws 429. `patient`: half is sent, so it waits until the connection is gone. */
  turn(line: Line, exchange: Exchange, patient?: boolean): Promise<() => void>
  /** Resolves when no other file or large list goes to this person any more; the place is held until the answer has left. Throws 429. */
  download(person: string, exchange: Exchange): Promise<void>
  /** Resolves, when at most one other write of this line runs, with what ends the turn. Throws 429. */
  write(line: Line, exchange: Exchange): Promise<() => void>
  /** The same for a read that is not dear: when at most five others run. */
  read(line: Line, exchange: Exchange): Promise<() => void>
  counts(): { running: number; waiting: number; refused: Readonly<Record<'full' | 'late', number>> }
}

export function createBudget(): Budget {
  const turns = createQueues<Line>(TURNS)
  const downloads = createQueues<string>(DOWNLOADS)
  const writes = createQueues<Line>(WRITES)
  const reads = createQueues<Line>(READS)
  const refused = { full: 0, late: 0 }

  async function enter<Key>(
    queues: Queues<Key>,
    key: Key,
    exchange: Exchange,
    { said, patient = false }: { said: Said; patient?: boolean },
  ): Promise<() => void> {
    const gone = new AbortController()
    const forget = whenOver(exchange, () => gone.abort())
    try {
      return await queues.enter(key, { signal: gone.signal, patient })
    } catch (error) {
      if (error instanceof QueueFull) refused.full++
      else if (error instanceof QueueTimeout) refused.late++
      throw new RateLimited(RETRY_AFTER_SECONDS, said)
    } finally {
      forget()
    }
  }

  return {
    turn: (line, exchange, patient = false) =>
      enter(turns, line, exchange, { said: say('turn_wait'), patient }),
    async download(person, exchange) {
      const end = await enter(downloads, person, exchange, { said: say('download_wait') })
      whenOver(exchange, end)
    },
    write: (line, exchange) => enter(writes, line, exchange, { said: say('turn_wait') }),
    read: (line, exchange) => enter(reads, line, exchange, { said: say('turn_wait') }),
    counts: () => ({ ...turns.counts(), refused }),
  }
}

const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
  request: request.raw,
  response: reply.raw,
})

function lineOf({ signedIn }: FastifyRequest): Line {
  if (!signedIn) return 'administrator'
  return `tenant ${tenantOfCaller(signedIn.caller)}`
}

/** The handler of a dear route, in the line of who asks. `isWhole`: of a route whose answer may be megabytes. */
export const inTurn = (handler: RouteHandlerMethod, { isWhole }: { isWhole: boolean }): RouteHandlerMethod =>
  async function inTurn(request, reply) {
    const { budget } = request.server
    const exchange = exchangeOf(request, reply)
    if (isWhole) {
      const { signedIn } = request
      await budget.download(signedIn ? `account ${signedIn.caller.id}` : 'administrator', exchange)
    }
    const end = await budget.turn(lineOf(request), exchange)
    request.endTurn = end
    try {
      return await handler.call(this, request, reply)
    } finally {
      end()
    }
  }

/** The handler of a supervisor's write or read that is not dear. */
export const inLightTurn = (handler: RouteHandlerMethod, kind: 'write' | 'read'): RouteHandlerMethod =>
  async function inLightTurn(request, reply) {
    const end = await request.server.budget[kind](lineOf(request), exchangeOf(request, reply))
    try {
      return await handler.call(this, request, reply)
    } finally {
      end()
    }
  }

/** A handler that returns its reply has ended when the client has read the answer: the turn ends before that. */
export const endTurn: onSendHookHandler<unknown> = (request, _reply, payload, done) => {
  request.endTurn?.()
  done(null, payload)
}

/** Dear work of a request whose route is not dear as a whole. Throws 429. */
export async function workInTurn<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
  { line = lineOf(request), patient = false }: { line?: Line; patient?: boolean } = {},
): Promise<T> {
  const end = await request.server.budget.turn(line, exchangeOf(request, reply), patient)
  try {
    return await work()
  } finally {
    end()
  }
}
