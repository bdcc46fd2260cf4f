/**
 * One spelling of a user name: full-width letters, ligatures and decomposed accents become the plain characters that they
 * look like (NFKC). Applied to a new name, and to a typed one when it is not found as it stands.
 */
export const plainSpelling = (typed: string): string => typed.trim().normalize('NFKC')

/** The same for every spelling of one name: tries to log in count together. */
export const spellingKey = (typed: string): string => plainSpelling(typed).toLowerCase()

/** Letters of one script. Those that Japanese mixes count as one. */
const ONE_SCRIPT =
  /^(?:[\P{L}\p{scx=Latin}]*|[\P{L}\p{scx=Greek}]*|[\P{L}\p{scx=Cyrillic}]*|[\P{L}\p{scx=Arabic}]*|[\P{L}\p{scx=Hebrew}]*|[\P{L}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*|[\P{L}\p{scx=Hangul}]*)$/u
const LETTER_OR_DIGIT = /[\p{L}0-9]/u
const FOREIGN_DIGIT = /[^\P{N}0-9]/u

/**
 * Whether a name in its plain spelling can be told from others: a letter or a digit, letters of one script ('pаul' with a
 * Cyrillic а is not), ASCII digits. No letter whose lower case is two characters (İ): PostgreSQL and JavaScript disagree
 * on it, so the name would be found by one and not by the other.
 */
export function isDistinct(name: string): boolean {
  return (
    LETTER_OR_DIGIT.test(name) &&
    ONE_SCRIPT.test(name) &&
    !FOREIGN_DIGIT.test(name) &&
    [...name].every((letter) => [...letter.toLowerCase()].length === 1)
  )
}
