import { spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, programPlace } from './account.ts'
import type { Binaries } from './binaries.ts'
import { pathFor } from './data-folder.ts'
import { EmbeddedPostgresError } from './error.ts'
import { isAlive, sendSignal } from './in-use.ts'
import { boundLog, lastFailure } from './log-file.ts'
import { socketPort } from './run-folder.ts'
import { sharedBuffers } from './shared-buffers.ts'

/** A running PostgreSQL, ours or taken over. */
export interface Postmaster {
  pid: number
  isDown(): boolean
  /** Why it went down, as its log tells. */
  reason(): string
}

/** For a small product on one machine; fsync and full_page_writes stay at their safe defaults. */
const baseSettings: Record<string, string> = {
  listen_addresses: '',
  port: String(socketPort),
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: sharedBuffers(),
  // Parallel queries then need no files in /dev/shm, which containers keep small and log-outs clean away.
  min_dynamic_shared_memory: '16MB',
  max_logical_replication_workers: '0',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Details and statements may carry personal data: the log keeps neither.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

export interface Places {
  dataFolder: string
  runFolder: string
  logFile: string
}

export function launch(
  places: Places,
  account: Account,
  binaries: Binaries,
  settings: Record<string, string>,
): Postmaster {
  boundLog(places.logFile)
  const logStart = statSync(places.logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(places.logFile, 'a', 0o600)
  const chosen = { ...baseSettings, ...settings, unix_socket_directories: places.runFolder }
  const args = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let failure = ''
  const child = spawn(binaries.postgres, ['-D', pathFor(account, places.dataFolder), ...args], {
    ...programPlace(account, places.dataFolder, binaries.env),
    // A separate session: Ctrl-C in the terminal must only reach the server, which then stops the database.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', (error) => {
    failure = error.message
  })
  child.unref()
  return {
    pid: child.pid ?? 0,
    isDown: () => failure !== '' || child.exitCode !== null || child.signalCode !== null,
    reason: () => failure || lastFailure(places.logFile, logStart),
  }
}

/** A postmaster that is not our child. */
export function foreign(pid: number, logFile: string): Postmaster {
  return { pid, isDown: () => !isAlive(pid), reason: () => lastFailure(logFile, 0) }
}

/**
 * Fast shutdown: open transactions are rolled back, everything committed is on the disk. After `patienceMs`
 * immediate shutdown (the next start recovers from the log), and at last by force.
 */
export async function shutDown(postmaster: Postmaster, patienceMs = 20_000): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 8000],
    ['SIGKILL', 2000],
  ] as const) {
    if (postmaster.isDown()) return
    sendSignal(postmaster.pid, signal)
    const deadline = performance.now() + waitMs
    while (!postmaster.isDown() && performance.now() < deadline) await pause(10)
  }
  if (!postmaster.isDown()) throw new EmbeddedPostgresError({ code: 'not_stopped', pid: postmaster.pid })
}
