/**
 * A duration as the operator and the tracking page read it: seconds under a minute, minutes under an hour,
 * otherwise hours and minutes. Negative durations (clocks) read as zero.
 */
export function formatDuration(totalSeconds: number): string {
  return totalSeconds < 60
    ? `${Math.max(0, Math.floor(totalSeconds))} s`
    : formatDurationMinutes(totalSeconds)
}

/** As the supervisor reads it: minutes under an hour, otherwise hours and minutes. */
export const formatDurationMinutes = (totalSeconds: number): string =>
  formatMinutes(Math.floor(Math.max(0, totalSeconds) / 60))

/** The same of whole minutes. */
export const formatMinutes = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
