import { checkDigit, containerNumberWarnings, isContainerNumber } from './number.ts'

const OWNER_AND_CATEGORY = 4
const CATEGORIES = ['U', 'J', 'Z']

/** Letters and digits that look alike on a container door. */
const LETTER_FOR: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
}
const DIGIT_FOR: Readonly<Record<string, string>> = {
  D: '0',
  O: '0',
  I: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}

/**
 * The one container number that `text` probably meant; null when there is none or more than one. `text` is normalized
 * (see normalizeContainerNumber). A suggestion has no warnings, and a number without warnings has no suggestion.
 *
 * A suggestion corrects one kind of mistake:
 *
 * - Eleven characters of the wrong shape: each digit in a letter's place and each letter in a digit's place becomes its
 *   look-alike (O/0, I/1, Z/2, S/5, G/6, B/8). That gives at most one number; the check digit must confirm it.
 * - Unknown category letter: U, J or Z, if exactly one of them makes the check digit right.
 * - Wrong check digit: the digit that the other ten characters require. Nothing confirms it, since one of those ten may
 *   be wrong instead; the driver compares the suggestion with the box.
 */
export function suggestCorrection(text: string): string | null {
  const valid = candidates(text).filter(
    (candidate) =>
      candidate !== text && isContainerNumber(candidate) && containerNumberWarnings(candidate).length === 0,
  )
  const [only, ...others] = valid
  return only !== undefined && others.length === 0 ? only : null
}

/** Candidates for `text`, not yet checked; `text` itself may be one. */
function candidates(text: string): string[] {
  if (!isContainerNumber(text)) return [withLookAlikesSwapped(text)]
  if (containerNumberWarnings(text).includes('category')) {
    return CATEGORIES.map((letter) => `${text.slice(0, 3)}${letter}${text.slice(OWNER_AND_CATEGORY)}`)
  }
  return [`${text.slice(0, -1)}${checkDigit(text)}`]
}

/** Letters in the first four places, digits in the others, as far as look-alikes make them so. */
export function withLookAlikesSwapped(text: string): string {
  return Array.from(text, (character, place) => {
    const meant = place < OWNER_AND_CATEGORY ? LETTER_FOR : DIGIT_FOR
    return meant[character] ?? character
  }).join('')
}
