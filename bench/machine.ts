import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** CPU time in ticks of 10 ms, of one process. */
interface Usage {
  name: string
  parent: number
  ticks: number
}

export interface MachineState {
  /** Load average of the last minute. */
  load: number
  /** Processes that are not ours, the busiest first; percent of one core. */
  others: { name: string; percent: number }[]
}

function usages(): Map<number, Usage> {
  const found = new Map<number, Usage>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      // The name is in brackets and may itself contain some.
      const end = stat.lastIndexOf(')')
      const fields = stat.slice(end + 2).split(' ')
      found.set(Number(entry), {
        name: stat.slice(stat.indexOf('(') + 1, end),
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
      })
    } catch {
      // It ended meanwhile.
    }
  }
  return found
}

function isOurs(pid: number, all: Map<number, Usage>): boolean {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === process.pid) return true
  return false
}

function others(before: Map<number, Usage>, seconds: number): MachineState['others'] {
  const after = usages()
  return [...after]
    .filter(([pid]) => !isOurs(pid, after))
    .map(([pid, { name, ticks }]) => ({
      name,
      percent: (ticks - (before.get(pid)?.ticks ?? 0)) / seconds,
    }))
    .filter(({ percent }) => percent >= 1)
    .sort((a, b) => b.percent - a.percent)
    .slice(0, 3)
}

/** Where there is no /proc, nothing is known of other processes. */
const canLook = process.platform === 'linux'

/** What else uses the machine, in the second before this resolves; `during` looks at the time since then. */
export async function watchMachine(): Promise<{ before: MachineState; during(): MachineState }> {
  const first = canLook ? usages() : new Map<number, Usage>()
  await pause(1000)
  const state = (since: Map<number, Usage>, seconds: number): MachineState => ({
    load: loadavg()[0] ?? 0,
    others: canLook ? others(since, seconds) : [],
  })
  const before = state(first, 1)
  const start = canLook ? usages() : first
  const startedAt = performance.now()
  return { before, during: () => state(start, (performance.now() - startedAt) / 1000) }
}

export const machineLine = ({ load, others: busy }: MachineState): string => {
  const list = busy.map(({ name, percent }) => `${name} ${percent.toFixed(0)}%`).join(', ')
  return `load average ${load.toFixed(1)}; other processes: ${list || 'none above 1% of a core'}`
}
