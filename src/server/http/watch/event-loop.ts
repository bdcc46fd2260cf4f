import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Log, tellTo } from '../../log/tell.ts'
import { blockedLine } from '../../text/event-loop.ts'

/** What runs on the thread: a request of a route, or something with a name. */
type Task = string | Pick<FastifyRequest, 'method' | 'routeOptions'>

export interface EventLoopWatch {
  /** `task` begins here: until now something else ran. */
  begin(task: Task): void
  /** Until now `task` ran. */
  ran(task: Task): void
  end(task: Task): void
  /** Runs a job under its name. */
  during<T>(name: string, run: () => Promise<T>): Promise<T>
  /** The longest stretch that ended within the last two seconds, in milliseconds; 0: none was worth a line. */
  recentBlock(): number
}

declare module 'fastify' {
  interface FastifyInstance {
    eventLoop: EventLoopWatch
  }
}

/** How often the thread shows that it is free. An idle stretch is never longer, so a longer one was work. */
const BEAT_MS = 20
/** Milliseconds. A driver notices a press that takes longer. */
const LONG_MS = 200
const LINE_EVERY_MS = 60_000
const RECENT_MS = 2_000
/** Names of requests that were under way as well. */
const MOST_NAMED = 5

/** By the pattern, because a path may contain an operation key. */
const nameOf = (task: Task): string =>
  typeof task === 'string' ? task : `${task.method} ${task.routeOptions.url ?? '(none)'}`

/** A stretch in which the thread served nobody else. */
interface Block {
  milliseconds: number
  /** Null: nobody can tell. */
  task: string | null
  /** Of the process; much less than the stretch: the machine was busy, or the process stood still. */
  cpuMilliseconds: number
  /** Begun and not answered: if `task` is null, one of them. */
  inProgress: string[]
}

/**
 * Notices stretches in which the event loop served nobody, and who ran. Every request passes three marks: before its
 * handler, after the handler's first part, and with its answer. The time between two marks belongs to whoever sets the
 * second. No context is tracked across promises, which would cost each press more than all of this; so of code between two
 * waits of a handler only the candidates are known.
 */
export function createEventLoopWatch(
  log: Log,
  /** Monotonic milliseconds. */
  elapsed: () => number = () => performance.now(),
): EventLoopWatch & { start(): void; stop(): void } {
  const tasks = new Set<Task>()
  let last = elapsed()
  let cpu = process.cpuUsage()
  let recent = { milliseconds: 0, at: 0 }
  let longest: Block | null = null
  let blocks = 0
  let quietUntil = 0
  let beating: NodeJS.Timeout | undefined

  /** At most one line a minute: of the longest since the line before. */
  function tell(now: number): void {
    if (longest === null || now < quietUntil) return
    tellTo(log)('THREAD_BLOCKED', { ...longest, blocks }, blockedLine(longest))
    longest = null
    blocks = 0
    quietUntil = now + LINE_EVERY_MS
  }

  function mark(task: Task | null): void {
    const now = elapsed()
    const milliseconds = now - last
    last = now
    if (milliseconds > LONG_MS) blocked(task, milliseconds, now)
  }

  function blocked(known: Task | null, milliseconds: number, now: number): void {
    if (now - recent.at > RECENT_MS || milliseconds > recent.milliseconds) recent = { milliseconds, at: now }
    blocks++
    if (longest === null || milliseconds > longest.milliseconds) {
      const { user, system } = process.cpuUsage(cpu)
      const [only] = tasks
      const task = known ?? (tasks.size === 1 ? only : null) ?? null
      longest = {
        milliseconds: Math.round(milliseconds),
        task: task && nameOf(task),
        cpuMilliseconds: Math.round((user + system) / 1000),
        inProgress: [...new Set([...tasks].map(nameOf))].slice(0, MOST_NAMED),
      }
    }
    tell(now)
  }

  function beat(): void {
    mark(null)
    cpu = process.cpuUsage()
    tell(last)
  }

  const watch: EventLoopWatch = {
    begin(task) {
      mark(null)
      tasks.add(task)
    },
    ran: mark,
    end: (task) => void tasks.delete(task),
    async during(name, run) {
      watch.begin(name)
      try {
        return await run()
      } finally {
        watch.ran(name)
        watch.end(name)
      }
    },
    recentBlock: () => (elapsed() - recent.at > RECENT_MS ? 0 : recent.milliseconds),
  }
  return {
    ...watch,
    start() {
      last = elapsed()
      beating = setInterval(beat, BEAT_MS)
      beating.unref()
    },
    stop: () => clearInterval(beating),
  }
}

/** Watches the requests of every route that is registered after it, from the moment when the app is ready. */
export function installEventLoopWatch(app: FastifyInstance): EventLoopWatch {
  const watch = createEventLoopWatch(app.log)
  // A websocket's request lasts as long as the socket.
  const isSocket = ({ raw }: FastifyRequest): boolean => raw.headers.upgrade !== undefined
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSocket(request)) watch.begin(request)
    done()
  })
  app.addHook('onRoute', (route) => {
    if ('websocket' in route && route.websocket) return
    const { handler } = route
    route.handler = function (request, reply) {
      watch.ran(request)
      const answer = handler.call(this, request, reply)
      watch.ran(request)
      return answer
    }
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    watch.ran(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    watch.end(request)
    done()
  })
  app.addHook('onReady', async () => watch.start())
  app.addHook('onClose', async () => watch.stop())
  app.decorate('eventLoop', watch)
  return watch
}
