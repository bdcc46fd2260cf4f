import { createStore } from '../../lib/store.ts'

/** What came of the driver's newest press, or what somebody else did to the operation. */
export interface Notice {
  title: string
  description?: string | undefined
  /** `done` is shown as long as the press can be undone, the others until the next press. */
  tone: 'done' | 'failed' | 'told'
  /** Epoch milliseconds by the phone's clock. */
  at: number
}

/** Stands in the page: a toast would cover what is read and pressed. */
export const notice = createStore<Notice | null>(null)

export const say = (told: Omit<Notice, 'at'>): void => notice.set({ ...told, at: Date.now() })
