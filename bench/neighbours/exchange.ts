import { type Agent, request } from 'node:http'
import { bodyOf, headersOf, type Shot } from './shots.ts'

/** Sends a request and reads its whole answer. Rejects when the connection breaks, or after `timeoutMs`. */
export const exchange = (
  origin: string,
  shot: Shot,
  { agent, timeoutMs, extra = {} }: { agent: Agent; timeoutMs: number; extra?: Record<string, string> },
): Promise<{ status: number; etag: string | undefined }> =>
  new Promise((resolve, reject) => {
    const { method, path } = shot
    const headers = { ...headersOf(origin, shot), ...extra }
    const body = bodyOf(shot)
    const sent = request(new URL(path, origin), { method, agent, headers, timeout: timeoutMs }, (answer) => {
      answer.once('error', reject)
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag }))
      answer.once('aborted', () => reject(new Error('the answer broke off')))
      answer.resume()
    })
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)))
    sent.once('error', reject)
    sent.end(body)
  })
