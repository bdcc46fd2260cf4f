import type { Outbox } from '#domain/outbox/entry'
import { createStore } from '../../../../lib/store.ts'
import type { SenderState } from './sender.ts'
import type { OutboxDisk } from './storage/disk.ts'

/** What the screens read. A new object for every change. */
export interface OutboxView {
  /** Null while it is being read from the disk. */
  box: Outbox | null
  sender: SenderState
  /** False: this phone stores nothing; presses are sent at once or not at all. */
  durable: boolean
  /** The disk exists but cannot be read now: it is unknown whether presses wait on it. */
  unread: boolean
  othersWait: boolean
  /** The browser did not promise to keep what is stored. */
  mayBeForgotten: boolean
}

/** After a failed write the shown box is newer than the stored one: keeps it, with the stored presses. */
const caughtUp = (stored: Outbox, shown: Outbox | null): Outbox =>
  shown === null || shown.revision <= stored.revision ? stored : { ...shown, entries: stored.entries }

export type KeptBox = ReturnType<typeof createKeptBox>

/** The stored outbox of one driver and the view of it. `onWritten` runs after each write. */
export function createKeptBox(userId: number, disk: OutboxDisk, onWritten: () => void) {
  const view = createStore<OutboxView>({
    box: null,
    sender: 'idle',
    durable: true,
    unread: false,
    othersWait: false,
    mayBeForgotten: false,
  })

  const show = (changes: Partial<OutboxView>): void => view.set({ ...view.get(), ...changes })

  /** Reads what is stored and shows it. Rejects when it cannot be read. */
  async function reload(): Promise<void> {
    const store = await disk.store()
    const [box, othersWait] = await Promise.all([store.read(userId), store.othersWait(userId)])
    show({ box, othersWait, durable: store.durable, unread: disk.isUnread() })
  }

  /** Settles after the first read, from the disk or from memory. */
  const ready = reload().catch(async (error: unknown) => {
    disk.giveUp(error)
    await reload()
  })

  /** Stores the changed outbox, then shows it. Rejects when it could not be written. */
  async function change(work: (box: Outbox) => Outbox): Promise<Outbox> {
    const store = await disk.store()
    const box = await store.change(userId, (stored) => work(caughtUp(stored, view.get().box)))
    if (box !== view.get().box) show({ box })
    onWritten()
    return box
  }

  return { view, ready, show, reload, change }
}
