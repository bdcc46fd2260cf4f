import { answered, noAnswer } from './http.ts'

/**
 * A call whose answer is more than its JSON: headers that count, or a body to be read piece by piece. There is no time
 * limit, because a file of many megabytes takes long; the signal in `init` ends it.
 * @throws HttpError on a status that is not 2xx, NetworkError when there was no answer; an abort stays what it is
 */
export async function respond(path: string, init: RequestInit): Promise<Response> {
  try {
    return await answered(path, init)
  } catch (error) {
    // fetch reports a lost connection as a TypeError.
    if (!(error instanceof TypeError) || init.signal?.aborted) throw error
    throw noAnswer(error)
  }
}
