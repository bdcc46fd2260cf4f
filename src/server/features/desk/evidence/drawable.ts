/**
 * What both fonts of the PDF have a glyph for, and what stands in the order in which it is drawn: Latin, Greek and
 * Cyrillic letters, punctuation, arrows, mathematical and other signs. No controls of direction, which could make a text
 * read as another one. `drawable.test.ts` asks the fonts.
 */
const DRAWN =
  '\\u0020-\\u007E\\u00A0-\\u02AF\\u0300-\\u034F\\u0370-\\u0377\\u037A-\\u037F\\u0384-\\u03FF\\u0400-\\u0525\\u1E00-\\u1EFB' +
  '\\u2010-\\u2027\\u2030-\\u205E\\u2070-\\u2071\\u2074-\\u208E\\u20A0-\\u20B5\\u20B9\\u2190-\\u22FF\\u2500-\\u269C' +
  '\\u2701-\\u2704\\u2706-\\u2709\\u270C-\\u2727\\u2729-\\u274B'

const OTHER = new RegExp(`[^${DRAWN}]`, 'gu')

/** Text as the PDF shows it: what it cannot draw is written as its code, `[U+6D4B]`, and a break of a line as a blank. */
export const drawable = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(
      OTHER,
      (other) => `[U+${(other.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )

/** Whether no character of it becomes a code. */
export const isDrawable = (text: string): boolean => text.replace(/[\t\r\n]+/g, ' ').search(OTHER) === -1
