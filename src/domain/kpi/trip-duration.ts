/** Ended trips: how many lasted, the sum of their minutes (each rounded down), and how many took no time. */
export interface TripSums {
  trips: number
  minutes: number
  excluded: number
}

/** The rounded mean of the rounded-down minutes; null without trips. */
export function averageTripMinutes({ trips, minutes }: TripSums): number | null {
  return trips === 0 ? null : Math.round(minutes / trips)
}

/** 'Xh Ym', or 'N/A' when there is nothing to average. */
export function tripDurationText(minutes: number | null): string {
  return minutes === null ? 'N/A' : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
