import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const RESOLUTION_MS = 5

/** Milliseconds of the processor that the event loop's thread has had (Linux; exact to a tick of the scheduler). */
const processorMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6

export interface Stretch {
  /** For so long no other request was served. */
  wall: number
  /** Of the processor in one turn of the event loop: what a machine without other work would have taken. */
  processor: number
}

/** The longest time that one turn of the event loop takes from now on. Returns what ends it and says it. */
export function watchStretches(): () => Promise<Stretch> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let [last, longest] = [processorMs(), 0]
  const tick = setInterval(() => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return async () => {
    // The last stretch is known once the timers have fired.
    await pause(4 * RESOLUTION_MS)
    delay.disable()
    clearInterval(tick)
    return { wall: Math.max(0, delay.max / 1e6 - RESOLUTION_MS), processor: longest }
  }
}
