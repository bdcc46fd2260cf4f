const two = (n: number): string => String(n).padStart(2, '0')

/** dd/MM/yy HH:mm in the device's zone; a dash when it is no date. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return '—'
  const day = `${two(date.getDate())}/${two(date.getMonth() + 1)}/${two(date.getFullYear() % 100)}`
  return `${day} ${formatTime(iso)}`
}

/** HH:mm in the device's zone. */
export function formatTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '—' : `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** dd/MM/yy HH:mm:ss in the device's zone. */
export function formatDateTimeSeconds(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return '—'
  return `${formatDateTime(iso)}:${two(date.getSeconds())}`
}
