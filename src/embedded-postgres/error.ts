/** Why the database cannot be used, with what a sentence about it needs. `reason`: words of the system or of PostgreSQL. */
export type Failure =
  | { code: 'no_account'; wanted: readonly string[] }
  | { code: 'unnamed_user'; uid: number | undefined }
  | { code: 'foreign_folder'; folder: string }
  | { code: 'unreachable_folder'; folder: string; account: string }
  | { code: 'incomplete_folder'; folder: string }
  | { code: 'other_version'; folder: string; found: string; bundled: number }
  | { code: 'unusable_folder'; folder: string; reason: string }
  /** `holder`: the process, or the other machine or container, as far as it is known. */
  | { code: 'in_use'; folder: string; holder?: { pid: string } | { place: string } }
  | { code: 'still_in_use'; folder: string; pids: readonly number[] }
  | { code: 'no_glibc' | 'not_installed'; system: string }
  | { code: 'unreachable_programs'; account: string; reason: string }
  | { code: 'no_socket_folder' | 'not_initialised' | 'no_connection'; reason: string }
  | { code: 'not_started'; logFile: string; reason: string }
  | { code: 'not_stopped'; pid: number }

/** What happens meanwhile and a person should know. */
export type Notice =
  | { code: 'first_start' | 'adopted' | 'waiting' | 'running_again' }
  | { code: 'checking_holder'; place: string }
  /** It is down and is started again, as often as it takes. */
  | { code: 'restarting'; reason: string }
  /** The same, for want of space; `free`: bytes. */
  | { code: 'no_space'; folder: string; free: number }
  | { code: 'repair_failed'; error: Error }

export type Tell = (notice: Notice) => void

/** The embedded database cannot be used. `failure` is for the caller to put into words; `message` is one line. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    const { code, ...details } = failure
    super(`${code} ${JSON.stringify(details)}`, options)
    this.failure = failure
  }
}
