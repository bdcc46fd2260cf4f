// The years that both ISO 8601 and PostgreSQL write with four digits.
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z')
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/** The instant that `text` (ISO 8601) names, or the nearest that the database can be asked about. */
export const possibleInstant = (text: string): Date =>
  new Date(Math.min(Math.max(Date.parse(text), FIRST_INSTANT), LAST_INSTANT))
