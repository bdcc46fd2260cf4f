/** A Date, which the domain does not name: it reads no clock. */
export interface Instant {
  getTime(): number
  toISOString(): string
}

export type JsonValue = string | number | boolean | Instant | null | undefined

/** What JSON writes as it stands: no quote, backslash, control character or surrogate. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/
const MINUTE_MS = 60_000

let minute = Number.NaN
/** `2026-11-26T06:33:` of that minute. */
let minuteText = ''

const digits = (count: number, length: number): string => String(count).padStart(length, '0')

/** `toISOString`, which costs a microsecond: the times of a press are nearly all in one minute, so its text is kept. */
export function isoText(instant: Instant): string {
  const milliseconds = instant.getTime()
  const own = Math.floor(milliseconds / MINUTE_MS)
  if (own !== minute) {
    // The length differs beyond the year 9999; throws for an invalid date.
    minuteText = instant.toISOString().slice(0, -7)
    minute = own
  }
  const rest = milliseconds - own * MINUTE_MS
  return `${minuteText}${digits(Math.floor(rest / 1000), 2)}.${digits(rest % 1000, 3)}Z`
}

/**
 * `JSON.stringify` of one value; `undefined` as null. The canonical text of a press needs some thirty of these, and a call of
 * `JSON.stringify` costs half a microsecond however short the text.
 */
export function jsonText(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return value === null || Number.isNaN(value.getTime()) ? 'null' : `"${isoText(value)}"`
    default:
      return 'null'
  }
}
