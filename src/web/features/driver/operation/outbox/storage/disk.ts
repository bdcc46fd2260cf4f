import { memoryStore, type OutboxStore } from './store.ts'

/** Stores presses on disk, with memory as fallback. A failed disk may hold presses, so it is retried. */
export interface OutboxDisk {
  store(): Promise<OutboxStore>
  /** The disk could not be opened or read: what it holds is unknown. */
  isUnread(): boolean
  /** Falls back to memory until `retry` succeeds. */
  giveUp(error: unknown): OutboxStore
  /** Tries an unread disk once more. True: it can be read from now on. Never rejects. */
  retry(): Promise<boolean>
}

/** `open` rejects when there is no usable disk. `exists`: whether the browser has IndexedDB at all. */
export function createDisk(open: () => Promise<OutboxStore>, exists: boolean): OutboxDisk {
  let unread = false
  /** Kept for the life of the page: a second fallback must not lose what it holds. */
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
      // Retries once: a phone that has just woken up may fail the first time.
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
