import { z } from 'zod'
import { coded, type MessageCode } from './messages.ts'

/**
 * Whether the text shows what it holds, and PostgreSQL can store it: no control character (a zero byte, a line break), no
 * half of a surrogate pair, and no format character, with which a name turns the text around it backwards (U+202E) or looks
 * like another one (U+200B). The joiners U+200C and U+200D stay: emoji and some scripts are written with them.
 */
export const isPrintable = (text: string): boolean =>
  !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u.test(text)

/** Text that is stored, shown or searched for. Every field of a request is one, a pattern, or a secret. */
export const text = (refusal: MessageCode = 'text_invalid', missing?: MessageCode): z.ZodString =>
  z.string(missing && coded(missing)).refine(isPrintable, coded(refusal))

/** The same without the space around it. */
export const line = (refusal: MessageCode = 'text_invalid', missing?: MessageCode): z.ZodString =>
  z
    .string(missing && coded(missing))
    .trim()
    .refine(isPrintable, coded(refusal))

/** Names what a path asks for: an operation's key, a token, a container number. */
export const reference: z.ZodString = text().max(200)

/** Fields that are hashed or compared, and never stored as they are: whatever a person typed is in them. */
export const secrets = z.registry()

/** A password or a key. */
export function secret(schema: z.ZodString): z.ZodString {
  secrets.add(schema)
  return schema
}
