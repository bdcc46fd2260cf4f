import { withLookAlikesSwapped } from './correction.ts'
import { containerNumberWarnings, isContainerNumber } from './number.ts'

const LENGTH = 11
/** More than these would turn words into numbers. */
const MOST_MISREAD = 3
/** Size and type, which stand beside or below the number: 22G1, 45R1. A reader may put no space between. */
const SIZE_TYPE = /^[1-9A-P][0-9C-N][A-Z][0-9]$/

/**
 * The one container number in a text that a camera, a phone's text scan or a paste gives; null: none, or several. Owner,
 * serial and check digit may stand apart or on lines of their own. Letters and digits that look alike are corrected by
 * place. Only the check digit makes a candidate a number, so nothing is found on a box without one.
 */
export function readContainerNumber(text: string): string | null {
  const found = new Map<string, number>()
  for (const candidate of candidates(text)) {
    const number = withLookAlikesSwapped(candidate)
    const misread = Array.from(number).filter((character, place) => character !== candidate[place]).length
    if (misread > MOST_MISREAD || !isContainerNumber(number)) continue
    if (containerNumberWarnings(number).length > 0) continue
    found.set(number, Math.min(misread, found.get(number) ?? LENGTH))
  }
  // What was read as it is painted counts more than what had to be corrected.
  const least = Math.min(...found.values())
  const [only, ...others] = [...found].filter(([, misread]) => misread === least || least > 0)
  return only !== undefined && others.length === 0 ? only[0] : null
}

/** Eleven characters from the beginning of a word to the end of one, or up to the size and type code. */
function* candidates(text: string): Generator<string> {
  const words = text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (let first = 0; first < words.length; first++) {
    let joined = ''
    for (let next = first; next < words.length && joined.length < LENGTH; next++) joined += words[next]
    const rest = joined.slice(LENGTH)
    if (joined.length >= LENGTH && (rest === '' || SIZE_TYPE.test(rest))) yield joined.slice(0, LENGTH)
  }
}
