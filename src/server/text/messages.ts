import type { MessageCode, MessageParams, MessageWords } from '#contract/http/messages'
import { ACCOUNTS } from './words/accounts.ts'
import { ANSWERS } from './words/answers.ts'
import { DESK } from './words/desk.ts'
import { FIELDS } from './words/fields.ts'
import { INTEGRITY } from './words/integrity.ts'
import { OPERATIONS } from './words/operations.ts'
import { PLACES } from './words/places.ts'

/** The Spanish sentence for each code. What the specification quotes is exact. */
const SPANISH: MessageWords = {
  ...ANSWERS,
  ...ACCOUNTS,
  ...OPERATIONS,
  ...DESK,
  ...PLACES,
  ...INTEGRITY,
  ...FIELDS,
}

/** A message as it travels: the sentence, its code, and what fills its gaps. */
export interface Said {
  message: string
  messageCode: MessageCode
  params?: Record<string, string | number>
}

/** What `code` says to people, in Spanish. */
export function say<Code extends MessageCode>(
  code: Code,
  ...[params]: MessageParams[Code] extends null ? [] : [params: MessageParams[Code]]
): Said {
  return sayCoded(code, params ?? {})
}

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(SPANISH, code)

/** The same where the code is known at run time only. `params` may hold more than the sentence has gaps. */
export function sayCoded(code: MessageCode, params: object): Said {
  const words = SPANISH[code] as string | ((params: object) => string)
  if (typeof words === 'string') return { message: words, messageCode: code }
  return { message: words(params), messageCode: code, params: { ...params } }
}
