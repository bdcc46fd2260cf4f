import type { MessageWords } from '#contract/http/messages'

/** None: the Spanish sentence comes with each code (src/server/text/messages.ts). */
export const messages: Partial<MessageWords> = {}
