import { memoryStore, type OutboxStore } from './store.ts'

/**
 * The one place of this page where presses are kept: the phone's disk, or the tab's memory while there is none. A disk
 * that fails may hold presses that nobody sees, so it is asked for again instead of being given up for the life of a page.
 */
export interface OutboxDisk {
  store(): Promise<OutboxStore>
  /** It could not be opened or read: what lies on it is unknown. */
  isUnread(): boolean
  /** Works in memory from now on, until `retry` succeeds. */
  giveUp(error: unknown): OutboxStore
  /** Tries once more where it is unread; whether it can be read from now on. Never rejects. */
  retry(): Promise<boolean>
}

/** `open` rejects where there is no disk to be had; `exists`: whether the browser has such a thing at all. */
export function createDisk(open: () => Promise<OutboxStore>, exists: boolean): OutboxDisk {
  let unread = false
  /** One for the life of the page: giving up once more must not throw away what it holds. */
  let memory: OutboxStore | null = null
  let opening: Promise<OutboxStore> | null = null
  let retrying: Promise<boolean> | null = null

  function giveUp(error: unknown): OutboxStore {
    console.warn('Este teléfono no puede guardar pasos', error)
    memory ??= memoryStore()
    unread = exists
    opening = Promise.resolve(memory)
    return memory
  }

  async function again(): Promise<boolean> {
    try {
      const store = await open()
      opening = Promise.resolve(store)
      unread = false
      return true
    } catch {
      return false
    }
  }

  return {
    store() {
      // A phone that has just woken up may refuse once and be well a moment later.
      opening ??= open().catch(open).catch(giveUp)
      return opening
    },
    isUnread: () => unread,
    giveUp,
    async retry() {
      if (!unread) return false
      retrying ??= again().finally(() => {
        retrying = null
      })
      return retrying
    },
  }
}
