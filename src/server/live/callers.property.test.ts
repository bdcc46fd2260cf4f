import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_ENTITLEMENTS } from '#domain/account/entitlements'
import type { SignedIn } from '../identity/caller.ts'
import type { Bus, BusMessage } from './bus/bus.ts'
import { createCallers } from './callers.ts'

const TRUST_MS = 5_000
const SESSIONS = 3
/** The first has two of them. */
const userOf = (session: number): number => (session < 2 ? 0 : 1)

const session = fc.nat({ max: SESSIONS - 1 })
const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('find' as const), session }) },
  { weight: 16, arbitrary: fc.record({ do: fc.constant('proceed' as const), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('confirm' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom<'log out' | 'end' | 'change' | 'premium'>('log out', 'end', 'change', 'premium'),
      session,
      here: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom<'delete' | 'alter'>('delete', 'alter'), session }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hear' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 6_000 }) }) },
)

const signedIn = (sessionId: string, displayName: string): SignedIn => ({
  sessionId,
  caller: {
    id: userOf(Number(sessionId)),
    role: 'supervisor',
    username: '',
    displayName,
    supervisorId: null,
  },
  premium: { flags: NO_ENTITLEMENTS, activated: false, expiresAt: null },
  seenAt: 0,
  provenAt: 0,
  mustChangePassword: false,
  hasSecondFactor: false,
  activeAt: 0,
  expiresAt: 1,
})

/** A process over a database and a bus whose readings and messages proceed only when told to. */
function model() {
  let elapsed = 0
  let healthy = true
  let names = 0
  let hear: (message: BusMessage) => void = () => {}
  let tellGap: () => void = () => {}
  /** What the database has said of each session, in order; null: not open. */
  const versions = Array.from({ length: SESSIONS }, () => [{ name: 'first' as string | null, at: 0 }])
  const newest = (index: number): number => (versions[index]?.length ?? 0) - 1
  /** The oldest version of each session that the process may still answer with. */
  const known = Array.from({ length: SESSIONS }, () => 0)
  const onTheWay: { message: BusMessage; tells: [number, number][] }[] = []
  /** Each proceeds twice: the database takes its snapshot, then the answer arrives. */
  const readings: { proceed: () => boolean }[] = []

  const bus: Bus = {
    publish: () => {},
    subscribe(listener) {
      hear = listener
      return () => {}
    },
    onGap(listener) {
      tellGap = listener
      return () => {}
    },
    healthy: () => healthy,
    close: async () => {},
  }
  const callers = createCallers({
    owes: () => false,
    isIdle: () => false,
    bus,
    elapsed: () => elapsed,
    onError: (error) => expect(error).toBeNull(),
    source: {
      read: (sessionIds) =>
        new Promise((resolve) => {
          let snapshot: Map<string, SignedIn> | null = null
          readings.push({
            proceed() {
              if (snapshot) resolve(snapshot)
              const isDone = snapshot !== null
              snapshot ??= new Map(
                sessionIds.flatMap((id) => {
                  const name = versions[Number(id)]?.at(-1)?.name
                  return name ? [[id, signedIn(id, name)] as const] : []
                }),
              )
              return isDone
            },
          })
        }),
      seen: async () => true,
      remove: async () => {},
    },
  })

  /** Commits a change of these sessions; `message` tells of it, at once in the process that made it. */
  function commit(indexes: number[], name: string | null, message?: BusMessage, here = false): void {
    for (const index of indexes) versions[index]?.push({ name, at: elapsed })
    const tells = indexes.map((index): [number, number] => [index, newest(index)])
    if (!message) return
    if (here) heard({ message, tells })
    else if (healthy) onTheWay.push({ message, tells })
  }

  function heard({ message, tells }: (typeof onTheWay)[0]): void {
    hear(message)
    for (const [index, version] of tells) known[index] = Math.max(known[index] ?? 0, version)
  }

  return {
    callers,
    versions,
    readings,
    newest,
    wait: (ms: number) => {
      elapsed += ms
    },
    hearOne(pick: number) {
      const [told] = onTheWay.splice(pick % Math.max(1, onTheWay.length), 1)
      if (told) heard(told)
    },
    lose() {
      healthy = false
      onTheWay.length = 0
    },
    reconnect() {
      if (healthy) return
      healthy = true
      tellGap()
      for (const index of known.keys()) known[index] = newest(index)
    },
    change(kind: 'log out' | 'end' | 'change' | 'premium' | 'delete' | 'alter', index: number, here = false) {
      const user = userOf(index)
      const all = versions.flatMap((_, i) => (userOf(i) === user ? [i] : []))
      const name = `version ${++names}`
      if (kind === 'delete' || kind === 'alter') commit([index], kind === 'delete' ? null : name)
      else if (kind === 'log out') commit([index], null, { kind: 'logged_out', sessionId: `${index}` }, here)
      else if (kind === 'end') {
        const said = { message: '', messageCode: 'logged_out' } as const
        commit(all, null, { kind: 'session_ended', userIds: [user], ...said }, here)
      } else if (kind === 'change') commit(all, name, { kind: 'account_changed', userIds: [user] }, here)
      else commit(all, name, { kind: 'entitlements_changed', supervisorId: user }, here)
    },
    /** Asks, and returns the check of the answer, to be called once it must have arrived. */
    find(index: number): Promise<() => void> {
      const old = versions[index]?.findLastIndex(({ at }) => at <= elapsed - TRUST_MS) ?? -1
      const least = healthy ? Math.max(known[index] ?? 0, old) : newest(index)
      return callers.find(`${index}`, 0).then((found) => () => {
        const possible = versions[index]?.slice(least).map(({ name }) => name)
        expect(possible).toContain(found?.caller.displayName ?? null)
      })
    },
  }
}

it('answers nothing that a message, a gap or five seconds have ended, in any order of readings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 100 }), async (actions) => {
      const m = model()
      const asked: Promise<() => void>[] = []
      const proceed = (pick: number): void => {
        const index = pick % Math.max(1, m.readings.length)
        if (m.readings[index]?.proceed()) m.readings.splice(index, 1)
      }
      for (const a of actions) {
        if (a.do === 'find') asked.push(m.find(a.session))
        else if (a.do === 'proceed') proceed(a.pick)
        else if (a.do === 'confirm') void m.callers.confirm()
        else if (a.do === 'hear') m.hearOne(a.pick)
        else if (a.do === 'wait') m.wait(a.ms)
        else if (a.do === 'lose') m.lose()
        else if (a.do === 'reconnect') m.reconnect()
        else m.change(a.do, a.session, 'here' in a && a.here)
        // What has arrived takes effect.
        await new Promise(setImmediate)
      }
      while (m.readings.length > 0) {
        proceed(0)
        await new Promise(setImmediate)
      }
      for (const check of await Promise.all(asked)) check()
      await m.callers.close()
    }),
    { numRuns: 1_500 },
  )
}, 60_000)
