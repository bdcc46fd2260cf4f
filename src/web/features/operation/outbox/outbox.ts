import { learn } from '#domain/outbox/delivery'
import { type KnownOperation, type Outbox, waiting } from '#domain/outbox/entry'
import { attachFix, dismiss, type Moment, type Pressed } from '#domain/outbox/press'
import { maintenance } from '../../../lib/maintenance.ts'
import { clockOffset, distrustClock } from '../../../lib/server-clock.ts'
import { measureClock, sendEntry } from './delivery.ts'
import { type Make, type PressOutcome, pressDirectly, pressUnkept } from './direct-press.ts'
import { createDisk, type OutboxDisk } from './disk.ts'
import { newEventId } from './event-id.ts'
import { askToKeep } from './keep-storage.ts'
import { createSender, type Sender, type SenderState } from './sender.ts'
import { type KeptLog, openStore } from './store.ts'
import { exactFix, wantsBetter, warmFix } from './warm-fix.ts'

/** What the screens read. A new object for every change. */
export interface OutboxView {
  /** Null while it is being read from the disk. */
  box: Outbox | null
  sender: SenderState
  /** False: this phone keeps nothing; presses are sent at once or not at all. */
  durable: boolean
  /** The phone could keep presses, but cannot be read now: whether some wait on it is not known. */
  unread: boolean
  othersWait: boolean
  /** The browser did not promise to keep what is stored. */
  mayBeForgotten: boolean
}

export interface DriverOutbox {
  view(): OutboxView
  subscribe(listener: () => void): () => void
  /** Keeps delivering until the returned function is called. */
  open(): () => void
  press(make: Make): Promise<PressOutcome>
  /** The revision to give to `learn`, taken before the server is asked. */
  revision(): Promise<number>
  learn(known: KnownOperation | null, revision: number): Promise<void>
  dismiss(eventId: string): Promise<void>
  wake(): void
  readLog(): Promise<KeptLog | null>
  keepLog(log: KeptLog): Promise<void>
  /** The driver has left: what is kept of them goes, unless something still waits. */
  forget(): Promise<void>
}

const CHANNEL = 'acarreo-outbox'
/** Longer than a press waits for its position, which only the tab that was pressed looks for. */
const TAKE_OVER_MS = 3000

const theDisk = createDisk(openStore, typeof indexedDB !== 'undefined')

function exclusively<T>(work: () => Promise<T>): Promise<T | null> {
  // Missing without https; without it two tabs may send the same, which counts once.
  if (!navigator.locks) return work()
  return navigator.locks.request(CHANNEL, { ifAvailable: true }, (lock) => (lock ? work() : null))
}

/** What the disk refused to take was shown all the same: it goes on from there, with the presses that it does hold. */
const caughtUp = (now: Outbox, shown: Outbox | null): Outbox =>
  shown === null || shown.revision <= now.revision ? now : { ...shown, entries: now.entries }

export function createOutbox(userId: number, disk: OutboxDisk = theDisk): DriverOutbox {
  const listeners = new Set<() => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  /** Presses whose position is being looked for. */
  const positions = new Map<string, Promise<void>>()
  let view: OutboxView = {
    box: null,
    sender: 'idle',
    durable: true,
    unread: false,
    othersWait: false,
    mayBeForgotten: false,
  }
  let sender: Sender | null = null
  let users = 0
  /** The press that is being sent without having been kept. */
  let direct: Promise<unknown> = Promise.resolve()

  function show(changes: Partial<OutboxView>): void {
    view = { ...view, ...changes }
    for (const listener of listeners) listener()
  }

  async function reload(): Promise<void> {
    const store = await disk.store()
    const [box, othersWait] = await Promise.all([store.read(userId), store.othersWait(userId)])
    show({ box, othersWait, durable: store.durable, unread: disk.isUnread() })
  }

  const ready = reload().catch(async (error: unknown) => {
    disk.giveUp(error)
    await reload()
  })

  /** Goes back to a disk that could not be read before, if it can be now: by this outbox, or by another driver's. */
  async function recover(): Promise<void> {
    // Its answer belongs to what is kept in memory.
    await direct
    if (disk.isUnread() && !(await disk.retry())) return
    try {
      await reload()
    } catch (error) {
      disk.giveUp(error)
      return
    }
    wake()
  }

  async function change(work: (box: Outbox) => Outbox): Promise<Outbox> {
    const store = await disk.store()
    const box = await store.change(userId, (now) => work(caughtUp(now, view.box)))
    if (box !== view.box) show({ box })
    // The other tabs read it again; they are told after it is written, so they find it.
    channel?.postMessage(userId)
    return box
  }

  function start(): void {
    sender = createSender({
      read: async () => (await disk.store()).read(userId),
      change,
      send: sendEntry,
      clockOffset,
      distrustClock,
      measureClock,
      phoneNow: Date.now,
      random: Math.random,
      exclusively,
      positioned: ({ eventId }) => positions.get(eventId) ?? Promise.resolve(),
      onState: (state) => {
        if (state !== view.sender) show({ sender: state })
      },
    })
  }

  const wake = () => {
    if (view.unread) void recover()
    else if (view.durable) sender?.wake()
  }

  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    // Where tabs cannot talk to each other, this is when one learns what the other did.
    void reload().catch(() => undefined)
    wake()
  }

  const onMaintenance = () => {
    if (!maintenance.isOn()) wake()
  }
  let forgetMaintenance = () => {}

  /** The tab that was pressed sends; if it is closed or frozen before that, this one does. */
  const takeOver = () => {
    told = undefined
    if (view.sender === 'idle' && view.box !== null && waiting(view.box).length > 0) wake()
  }
  let told: ReturnType<typeof setTimeout> | undefined

  const onTold = ({ data }: MessageEvent) => {
    if (data !== userId) return
    void reload().catch(() => undefined)
    told ??= setTimeout(takeOver, TAKE_OVER_MS)
  }

  function listen(on: boolean): void {
    const to = on ? 'addEventListener' : 'removeEventListener'
    window[to]('online', wake)
    window[to]('pageshow', onVisible)
    document[to]('visibilitychange', onVisible)
    channel?.[to]('message', onTold as EventListener)
    clearTimeout(told)
    told = undefined
    forgetMaintenance()
    forgetMaintenance = on ? maintenance.subscribe(onMaintenance) : () => {}
  }

  function lookForPosition({ eventId, pressedAt, fix }: Moment): void {
    if (!wantsBetter(fix)) return
    const found = exactFix(pressedAt).then(async (better) => {
      if (better) await change((box) => attachFix(box, eventId, better))
    })
    positions.set(
      eventId,
      found.catch(() => undefined).finally(() => positions.delete(eventId)),
    )
  }

  async function press(make: Make): Promise<PressOutcome> {
    const pressedAt = Date.now()
    const moment: Moment = {
      eventId: newEventId(),
      pressedAt,
      clockOffsetMs: clockOffset(),
      fix: warmFix(pressedAt),
    }
    // What lies on the disk may be this very step: it is not sent again with a later time if that can be helped.
    if (view.unread) await recover()
    if (!(await disk.store()).durable) {
      const outcome = pressDirectly(make, moment, change)
      direct = outcome.catch(() => undefined)
      return outcome
    }
    let pressed: Pressed | null = null
    try {
      await change((box) => {
        pressed = make(box, moment)
        return pressed.ok ? pressed.box : box
      })
    } catch (error) {
      console.error('No se pudo guardar el paso', error)
      return pressUnkept(make, moment, view.box, (box) => show({ box }))
    }
    if (!(pressed as Pressed | null)?.ok) return { kind: 'not_possible' }
    lookForPosition(moment)
    wake()
    void askToPersist()
    return { kind: 'saved' }
  }

  /** After a press: then there is something to keep, and the browser knows that the page is used. */
  async function askToPersist(): Promise<void> {
    const kept = await askToKeep()
    if (kept !== null && kept === view.mayBeForgotten) show({ mayBeForgotten: !kept })
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open() {
      if (users++ === 0) {
        start()
        listen(true)
        void ready.then(wake)
      }
      return () => {
        if (--users > 0) return
        listen(false)
        sender?.stop()
        sender = null
      }
    },
    press,
    async revision() {
      await ready
      return view.box?.revision ?? 0
    },
    async learn(known, revision) {
      // Most answers say what is known: those are not worth a write.
      const box = view.box
      if (box === null) return
      const learned = learn(box, known, revision)
      if (learned === box) return
      await change((now) => learn(now, known, revision)).catch((error: unknown) => {
        console.warn('No se pudo guardar lo que dice el servidor', error)
        show({ box: learned })
      })
    },
    async dismiss(eventId) {
      await change((box) => dismiss(box, eventId))
    },
    wake,
    readLog: async () => (await disk.store()).readLog(userId),
    keepLog: async (log) => (await disk.store()).keepLog(userId, log),
    async forget() {
      // Else it would be forgotten in memory alone.
      await disk.retry()
      await (await disk.store()).forget(userId)
      channel?.postMessage(userId)
      await reload()
    },
  }
}
