import { execFile } from 'node:child_process'
import type { ServiceManagerConfig } from '../config.ts'
import type { Tell } from '../log/tell.ts'

/** What systemd is told of the product, as a service of `Type=notify`. */
export interface ServiceManager {
  /** From now on the watchdog is fed while `isWell` says yes. */
  ready(isWell: () => Promise<boolean>): void
  stopping(): void
}

/** Beats in the time of the watchdog: one may be late, and one may fail. */
const BEATS = 3

/** systemd-notify waits up to five seconds until systemd has read the message. */
const NOTIFY_MS = 10_000

/**
 * Node has no datagram sockets of a file name, so systemd's own program sends (ADR 81). It waits until systemd has read the
 * message; otherwise it could be gone before systemd has looked up whose it was.
 */
export function tellServiceManager(config: ServiceManagerConfig | null, tell: Tell): ServiceManager {
  if (config === null) return { ready() {}, stopping() {} }
  let beating: NodeJS.Timeout | undefined
  let isStopping = false
  let failed = false

  function notify(message: string): Promise<void> {
    return new Promise((resolve) => {
      execFile('systemd-notify', [message], { timeout: NOTIFY_MS }, (error) => {
        // Once until it works again: a beat comes every few seconds.
        if (error && !failed) {
          tell('SYSTEMD_DEAF', { message, reason: error.message.trim() })
        }
        failed = error !== null
        resolve()
      })
    })
  }

  return {
    ready(isWell) {
      void notify('READY=1')
      if (config.watchdogMs === null) return
      let underWay = false
      beating = setInterval(async () => {
        if (underWay) return
        underWay = true
        if ((await isWell()) && !isStopping) await notify('WATCHDOG=1')
        underWay = false
      }, config.watchdogMs / BEATS)
      beating.unref()
    },
    stopping() {
      isStopping = true
      clearInterval(beating)
      void notify('STOPPING=1')
    },
  }
}

/** Longer than a busy product takes; a beat is then late and not missing. */
const ANSWER_MS = 10_000

/**
 * Asks the product's own /healthz as anybody would, so that what does not listen or answer any more is not well. With
 * workers each question goes to the next. 429 is an answer too: a flood from this machine is no reason for a restart.
 */
export async function isServing(host: string, port: number, timeoutMs = ANSWER_MS): Promise<boolean> {
  try {
    const { status } = await fetch(`http://${reachable(host)}:${port}/healthz`, {
      // Not kept: a kept connection stays with one worker.
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return status < 500
  } catch {
    return false
  }
}

/** A host to listen on as one to connect to. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
