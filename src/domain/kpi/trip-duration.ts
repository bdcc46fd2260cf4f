/** Trips that ended, reduced: how many lasted, their whole minutes (each rounded down) in sum, how many took no time. */
export interface TripSums {
  trips: number
  minutes: number
  excluded: number
}

/** Whole minutes; null without trips. The mean of rounded-down minutes, itself rounded. */
export function averageTripMinutes({ trips, minutes }: TripSums): number | null {
  return trips === 0 ? null : Math.round(minutes / trips)
}

/** 'Xh Ym', or 'N/A' when there is nothing to average. */
export function tripDurationText(minutes: number | null): string {
  return minutes === null ? 'N/A' : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
