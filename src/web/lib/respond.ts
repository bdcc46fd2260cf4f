import { commonText } from '../text/common.ts'
import { httpError, NetworkError, noted } from './http.ts'
import { observeServerDate } from './server-clock.ts'

/**
 * Asks for what is more than its JSON: answers with headers that count, or a body to be read piece by piece. There is
 * no time limit: a file of many megabytes takes as long as it takes, and `signal` ends it.
 * @throws HttpError on a status that is not 2xx, NetworkError when there was no answer; an abort stays what it is
 */
export async function respond(path: string, signal: AbortSignal): Promise<Response> {
  try {
    const sentAt = Date.now()
    const response = await fetch(path, { credentials: 'include', signal })
    observeServerDate(response.headers.get('date'), sentAt, Date.now())
    if (response.ok) return response
    throw noted(httpError(response.status, response.statusText, await response.text()))
  } catch (error) {
    if (!(error instanceof TypeError) || signal.aborted) throw error
    // fetch says a lost connection as a TypeError.
    throw new NetworkError(commonText.serverAway, { cause: error })
  }
}
