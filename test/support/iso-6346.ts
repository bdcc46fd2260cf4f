/** The published vectors of ISO 6346, and its arithmetic written a second time: as the table of the standard. */

export const RIGHT_NUMBERS = [
  'CSQU3054383',
  'TCNU7200794',
  'TOLU4734787',
  'GYOU4047990',
  'HLXU2008419',
  'APZU3789870',
  'TEXU3070079',
]

export const WRONG_DIGIT_NUMBERS = [
  'CSQU3054384',
  'TEXU3070070',
  'APZU3789871',
  'OOLU1922713',
  'HJCU1922413',
  'ECMJ4657496',
]

/** Right digit, category letter not in the standard. */
export const UNKNOWN_CATEGORY_NUMBER = 'TBJA7176445'

const LETTER_VALUES =
  'A 10 B 12 C 13 D 14 E 15 F 16 G 17 H 18 I 19 J 20 K 21 L 23 M 24 N 25 O 26 P 27 Q 28 R 29 S 30 T 31 U 32 V 34 ' +
  'W 35 X 36 Y 37 Z 38'

const VALUES = new Map(
  [...LETTER_VALUES.matchAll(/([A-Z]) (\d\d)/g)].map(([, letter, value]) => [letter, Number(value)]),
)

/** Check digit of ten characters. */
export function standardCheckDigit(ten: string): number {
  let sum = 0
  let weight = 1
  for (const character of ten) {
    sum += (VALUES.get(character) ?? Number(character)) * weight
    weight *= 2
  }
  const remainder = sum - 11 * Math.floor(sum / 11)
  return remainder === 10 ? 0 : remainder
}
