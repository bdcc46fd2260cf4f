import { checkDigit, containerNumberWarnings, isContainerNumber } from './number.ts'

const OWNER_AND_CATEGORY = 4
const CATEGORIES = ['U', 'J', 'Z']

/** Pairs that look alike on a painted or dirty door: which letter was meant by a digit, and the other way round. */
const LETTER_FOR: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B' }
const DIGIT_FOR: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', B: '8' }

/**
 * The one container number that `text` was probably meant to be, or null when there is none or more than one.
 * `text` is normalized (see normalizeContainerNumber). A suggestion never has warnings, and a number without
 * warnings has no suggestion.
 *
 * A suggestion may blame one thing only; whatever needs two guesses is not offered:
 *
 * - Not the shape, but eleven characters: each digit in a letter's place and each letter in a digit's place is read as
 *   its look-alike (O/0, I/1, S/5, B/8). That leaves at most one number, offered if the standard has nothing against
 *   it: the check digit confirms the reading. In a well-shaped number no look-alike can be swapped, as every swap
 *   puts a digit in a letter's place or a letter in a digit's.
 * - Category letter unknown: U, J or Z in its place, if exactly one of them makes the check digit right.
 * - Category known, check digit wrong: the digit that the other ten characters ask for. Nothing confirms it, the slip
 *   may as well be in one of those ten; it is an offer that the driver compares with the box.
 */
export function suggestCorrection(text: string): string | null {
  const valid = candidates(text).filter(
    (candidate) =>
      candidate !== text && isContainerNumber(candidate) && containerNumberWarnings(candidate).length === 0,
  )
  const [only, ...others] = valid
  return only !== undefined && others.length === 0 ? only : null
}

/** What `text` may have been meant to be: not yet checked, and `text` itself may be among it. */
function candidates(text: string): string[] {
  if (!isContainerNumber(text)) return [withLookAlikesSwapped(text)]
  if (containerNumberWarnings(text).includes('category')) {
    return CATEGORIES.map((letter) => `${text.slice(0, 3)}${letter}${text.slice(OWNER_AND_CATEGORY)}`)
  }
  return [`${text.slice(0, -1)}${checkDigit(text)}`]
}

function withLookAlikesSwapped(text: string): string {
  return Array.from(text, (character, place) => {
    const meant = place < OWNER_AND_CATEGORY ? LETTER_FOR : DIGIT_FOR
    return meant[character] ?? character
  }).join('')
}
