import { EXIT_CONFIG, WorkerStartError } from './cluster/workers.ts'
import { ConfigError } from './config.ts'
import { DatabaseRefused, DatabaseStartError } from './db/start/start-errors.ts'
import type { Tell } from './log/tell.ts'

const EXIT_FAILED = 1

interface SystemError extends Error {
  code?: string
  address?: string
  port?: number
}

/** DATA_DIR, or another folder, cannot be used. */
export class FolderUnusable extends Error {
  readonly variable: string
  readonly folder: string
  readonly reason: string
  constructor(variable: string, folder: string, reason: string) {
    super(`${variable} ${folder}: ${reason}`)
    this.variable = variable
    this.folder = folder
    this.reason = reason
  }
}

/** Says in one line why the start ended. Returns the exit code. */
export function tellStartFailure(tell: Tell, error: unknown): number {
  // The worker has said it.
  if (error instanceof WorkerStartError) return error.exitCode
  if (error instanceof ConfigError) {
    tell('CONFIG_INVALID', { variable: error.variable }, error.message)
    return EXIT_CONFIG
  }
  if (error instanceof DatabaseRefused) {
    tell('DB_REFUSES', error.about)
    return EXIT_CONFIG
  }
  if (error instanceof FolderUnusable) {
    const { variable, folder, reason } = error
    tell('FOLDER_UNUSABLE', { variable, folder, reason })
    return EXIT_CONFIG
  }
  if (error instanceof DatabaseStartError) {
    tell('DB_UNFIT', {}, error.message)
    return error.isPassing ? EXIT_FAILED : EXIT_CONFIG
  }
  const { code = '', address, port } = error as SystemError
  if (code === 'EADDRINUSE') {
    tell('PORT_TAKEN', { variable: 'PORT', port: port ?? 0 })
    return EXIT_FAILED
  }
  if (isOfAddress(error as SystemError)) {
    tell('ADDRESS_UNUSABLE', {
      address: port === undefined ? String(address) : `${address}:${port}`,
      reason: code,
    })
    // An address may come later: a floating one, or that of a network which is not up yet.
    return code === 'EACCES' || code === 'EINVAL' ? EXIT_CONFIG : EXIT_FAILED
  }
  tell('START_FAILED', { err: error })
  return EXIT_FAILED
}

/** Of `listen`, or of the look-up of its name. */
const isOfAddress = ({ code = '', ...error }: SystemError & { syscall?: string }): boolean =>
  (error.syscall === 'listen' && /^(EADDRNOTAVAIL|EACCES|EINVAL)$/.test(code)) ||
  /^(ENOTFOUND|EAI_AGAIN)$/.test(code)
