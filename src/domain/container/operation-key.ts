import { isContainerNumber, normalizeContainerNumber } from './number.ts'
import { readContainerNumber } from './read.ts'

/**
 * `{container number}_{token}`: the public id of one operation. The token cannot be guessed, so the key is also the
 * capability behind a shared tracking link.
 */
const OPERATION_KEY = /^[A-Z]{4}[0-9]{7}_[A-Za-z0-9]{16,64}$/

export function operationKey(containerNumber: string, token: string): string {
  return `${containerNumber}_${token}`
}

export function isOperationKey(text: string): boolean {
  return OPERATION_KEY.test(text)
}

/** Of a further link: 256 bits after a letter in lower case, with which no operation key begins. */
const LINK_TOKEN = /^e[A-Za-z0-9_-]{43}$/

export type TrackingReference =
  | { kind: 'operation'; operationKey: string }
  | { kind: 'link'; token: string }
  | { kind: 'container'; containerNumber: string }

/**
 * What a tracking address points to: one operation by its key, a link by its token, the newest of a container number,
 * which may be written as people copy it ('msku 100000-0').
 */
export function trackingReference(text: string): TrackingReference | null {
  if (isOperationKey(text)) return { kind: 'operation', operationKey: text }
  if (LINK_TOKEN.test(text)) return { kind: 'link', token: text }
  const containerNumber = normalizeContainerNumber(text)
  return isContainerNumber(containerNumber) ? { kind: 'container', containerNumber } : null
}

/**
 * What somebody typed or pasted, as the last part of a tracking address: a number, a whole link, or a text in which one
 * number is right; null: none of these.
 */
export function typedReference(text: string): string | null {
  const asked = trackingReference(/\/container\/([\w-]+)/.exec(text)?.[1] ?? text.trim())
  if (asked === null) return readContainerNumber(text)
  return asked.kind === 'operation'
    ? asked.operationKey
    : asked.kind === 'link'
      ? asked.token
      : asked.containerNumber
}
