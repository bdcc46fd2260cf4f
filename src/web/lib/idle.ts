import { createStore } from './store.ts'

/**
 * Whether this page is locked because nobody has used it. Nothing but the login on the lock asks the server meanwhile: a
 * refusal would lead to the login page, and lose what was typed.
 */
export const idle = createStore(false)
