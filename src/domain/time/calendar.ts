/** A day of the proleptic Gregorian calendar, without a zone. Months count from 1. */
export interface Day {
  year: number
  month: number
  day: number
}

/** Of March 1 of the year 0, in days since 1970-01-01: years are taken to begin there, so that the leap day is their last. */
const FIRST_MARCH = -719_468
/** 400 years. */
const ERA_DAYS = 146_097

/** Days since 1970-01-01. Days and months beyond their range roll over. */
export function epochDay({ year, month, day }: Day): number {
  const months = year * 12 + month - 1
  const shifted = months - 2
  const y = Math.floor(shifted / 12)
  const m = shifted - y * 12
  const dayOfYear = Math.floor((153 * m + 2) / 5) + day - 1
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear + FIRST_MARCH
}

/** The other way round. */
export function dayOfEpoch(days: number): Day {
  const since = days - FIRST_MARCH
  const era = Math.floor(since / ERA_DAYS)
  const dayOfEra = since - era * ERA_DAYS
  // Less the leap days before it.
  const leapless =
    dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)
  const y = Math.floor(leapless / 365)
  const dayOfYear = dayOfEra - (365 * y + Math.floor(y / 4) - Math.floor(y / 100))
  const m = Math.floor((5 * dayOfYear + 2) / 153)
  const month = m < 10 ? m + 3 : m - 9
  return {
    year: era * 400 + y + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1,
  }
}
