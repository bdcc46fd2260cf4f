import { answered, noAnswer } from './http.ts'

/**
 * Asks for what is more than its JSON: answers with headers that count, or a body to be read piece by piece. There is
 * no time limit: a file of many megabytes takes as long as it takes, and `signal` ends it.
 * @throws HttpError on a status that is not 2xx, NetworkError when there was no answer; an abort stays what it is
 */
export async function respond(path: string, signal: AbortSignal): Promise<Response> {
  try {
    return await answered(path, { signal })
  } catch (error) {
    if (!(error instanceof TypeError) || signal.aborted) throw error
    // fetch says a lost connection as a TypeError.
    throw noAnswer(error)
  }
}
