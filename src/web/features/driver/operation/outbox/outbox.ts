import { v7 as orderedUuid } from 'uuid'
import { type Entry, type KnownOperation, waiting } from '#domain/outbox/entry'
import { learn } from '#domain/outbox/poll'
import { attachFix, dismiss } from '#domain/outbox/press'
import { takeBack } from '#domain/outbox/undo'
import { measureClock } from '../../../../api/driver/driver-operations.ts'
import { clockOffset } from '../../../../lib/time/server-clock.ts'
import { createPositions } from '../position/positions.ts'
import { sendEntry } from './delivery.ts'
import { createKeptBox } from './kept-box.ts'
import { createPresses } from './press.ts'
import { createSender, type Sender } from './sender.ts'
import { createDisk, type OutboxDisk } from './storage/disk.ts'
import { type KeptLog, openStore } from './storage/store.ts'
import { listenForWakeUps } from './wake-ups.ts'

const CHANNEL = 'acarreo-outbox'

const theDisk = createDisk(openStore, typeof indexedDB !== 'undefined')

function exclusively<T>(work: () => Promise<T>): Promise<T | null> {
  // Missing without https. Two tabs may then send the same press, which counts once.
  if (!navigator.locks) return work()
  return navigator.locks.request(CHANNEL, { ifAvailable: true }, (lock) => (lock ? work() : null))
}

export type DriverOutbox = ReturnType<typeof createOutbox>

/** The outbox of one driver: stores presses, delivers them while it is open, and learns what the server holds. */
export function createOutbox(userId: number, disk: OutboxDisk = theDisk) {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  // After the write, so that the other tabs find it when they read again.
  const tellTabs = () => channel?.postMessage(userId)
  const kept = createKeptBox(userId, disk, tellTabs)
  const { view, ready, show, reload, change } = kept
  const positions = createPositions((eventId, fix) => change((box) => attachFix(box, eventId, fix)))
  const presses = createPresses({ disk, kept, positions, recover, wake })
  let delivery: { sender: Sender; users: number; stop(): void } | null = null

  function wake(): void {
    if (view.get().unread) void recover()
    else if (view.get().durable) delivery?.sender.wake()
  }

  /** Goes back to a disk that could not be read, if this or another driver's outbox can read it again. */
  async function recover(): Promise<void> {
    // The answer to such a press belongs to what is in memory.
    await presses.settled()
    if (disk.isUnread() && !(await disk.retry())) return
    try {
      await reload()
    } catch (error) {
      disk.giveUp(error)
      return
    }
    wake()
  }

  function deliver() {
    const sender = createSender({
      read: async () => (await disk.store()).read(userId),
      change,
      send: sendEntry,
      // Only an explicit 'no' counts.
      online: () => navigator.onLine !== false,
      clockOffset,
      measureClock,
      random: Math.random,
      exclusively,
      positioned: ({ eventId }) => positions.settled(eventId),
      onState: (state) => {
        if (state !== view.get().sender) show({ sender: state })
      },
    })
    const stopListening = listenForWakeUps(userId, channel, {
      wake,
      reread: () => void reload().catch(() => undefined),
      takeOver() {
        const { sender: state, box } = view.get()
        if (state === 'idle' && box !== null && waiting(box).length > 0) wake()
      },
    })
    void ready.then(wake)
    return {
      sender,
      users: 0,
      stop() {
        stopListening()
        sender.stop()
      },
    }
  }

  return {
    view,
    /** Keeps delivering until the returned function is called. */
    open() {
      delivery ??= deliver()
      const opened = delivery
      opened.users++
      return () => {
        if (--opened.users > 0) return
        opened.stop()
        delivery = null
      }
    },
    press: presses.press,
    /** The revision to give to `learn`, taken before the server is asked. */
    async revision() {
      await ready
      return view.get().box?.revision ?? 0
    },
    async learn(known: KnownOperation | null, revision: number) {
      // Most answers say what is known already: those are not worth a write.
      const { box } = view.get()
      if (box === null) return
      const learned = learn(box, known, revision)
      if (learned === box) return
      await change((now) => learn(now, known, revision)).catch((error: unknown) => {
        console.warn('No se pudo guardar lo que dice el servidor', error)
        show({ box: learned })
      })
    },
    /** Takes back the newest press. False: it can no longer be taken back. Rejects when that could not be stored. */
    async undo(eventId: string): Promise<boolean> {
      const undo = { correctionId: orderedUuid(), pressedAt: Date.now(), clockOffsetMs: clockOffset() }
      let done = false
      await change((box) => {
        const after = takeBack(box, eventId, undo)
        done = after !== box
        return after
      })
      wake()
      return done
    },
    /** Removes refused presses that the driver has read. */
    async dismiss(entries: readonly Entry[]) {
      if (entries.length > 0) await change((box) => dismiss(box, entries))
    },
    wake,
    readLog: async () => (await disk.store()).readLog(userId),
    keepLog: async (log: KeptLog) => (await disk.store()).keepLog(userId, log),
    /** The driver has signed out: deletes what is stored of them, unless a press still waits. */
    async forget() {
      // Otherwise only memory would forget.
      await disk.retry()
      await (await disk.store()).forget(userId)
      tellTabs()
      await reload()
    },
  }
}
