import { createStore } from './store.ts'

/**
 * Whether this page is locked because nobody has used it. Nothing but the login on the lock asks the server meanwhile: a
 * refusal would lead to the login page, and lose what was typed.
 */
export const idle = createStore(false)

let lockWhenOver: () => void = () => {}

/** Sets what locks this page once its time without a person is over; returns what forgets it. */
export function lockBeforeRequests(lock: () => void): () => void {
  lockWhenOver = lock
  return () => {
    lockWhenOver = () => {}
  }
}

/** Looks at the clock first: after a sleep of the computer a poll may come before the timer that locks. */
export function isLocked(): boolean {
  lockWhenOver()
  return idle.get()
}
