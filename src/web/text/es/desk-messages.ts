import type { MessageWords } from '#contract/http/messages'

/** None, as in messages.ts. */
export const deskMessages: Partial<MessageWords> = {}
