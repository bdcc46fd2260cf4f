import { readFileSync } from 'node:fs'

/**
 * Resident memory of a process in MB, now (`VmRSS`) or at its highest (`VmHWM`). From `/proc/<pid>/status`: a process begins
 * with its parent's peak in `ru_maxrss`, and `process.resourceUsage().maxRSS` shows that one.
 */
export function megabytes(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )
  return Number(kilobytes?.[1]) / 1024
}
