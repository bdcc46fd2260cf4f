/** Days; 0: everything. */
export const EXPORT_PERIODS = [7, 14, 30, 90, 0] as const
export type ExportPeriod = (typeof EXPORT_PERIODS)[number]
export const DEFAULT_EXPORT_PERIOD: ExportPeriod = 7

const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Counts the records of a CSV stream (RFC 4180); a quoted line break ends none. */
export function createRecordCounter(): { push(bytes: Uint8Array): void; records(): number } {
  let quoted = false
  let records = 0
  let open = false
  return {
    push(bytes) {
      for (const byte of bytes) {
        // An escaped (doubled) quote toggles twice.
        if (byte === QUOTE) quoted = !quoted
        if (byte === LINE_FEED && !quoted) {
          records += 1
          open = false
        } else {
          open = true
        }
      }
    },
    /** The header row does not count. */
    records: () => Math.max(0, records + (open ? 1 : 0) - 1),
  }
}

/** `logs_filtrados_{yyyy-MM-dd}.csv`, should the server not say the name. */
export function fallbackName(now: number): string {
  const date = new Date(now)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `logs_filtrados_${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}.csv`
}
