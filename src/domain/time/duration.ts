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
export function formatDurationMinutes(totalSeconds: number): string {
  const minutes = Math.floor(Math.max(0, totalSeconds) / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
