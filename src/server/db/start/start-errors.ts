import { sentenceOf } from '../../text/log/lines.ts'
import { innermostMessage } from '../errors.ts'

/** The database did not start; the message is one line for the person at the terminal. */
export class DatabaseStartError extends Error {
  /** Another try may succeed, with nothing changed. */
  readonly isPassing: boolean
  constructor(
    message: string,
    { isPassing = false, ...options }: ErrorOptions & { isPassing?: boolean } = {},
  ) {
    super(message, options)
    this.isPassing = isPassing
  }
}

/** The database that a variable names does not take the connection. */
export class DatabaseRefused extends DatabaseStartError {
  readonly about: { variable: string; host: string; means: string; reason: string }
  constructor(named: { variable: string; host: string; means: string }, cause: unknown) {
    const about = { ...named, reason: innermostMessage(cause) }
    super(sentenceOf('DB_REFUSES', about), { cause })
    this.about = about
  }
}
