import type { MessageWords } from '#contract/http/messages'

/** None, as in messages.ts. */
export const passkeyMessages: Partial<MessageWords> = {}
