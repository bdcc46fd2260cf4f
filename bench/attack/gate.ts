import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AttackTarget, FOREIGN, type Role } from './target.ts'

/** What came through, and what must not have come back. */
export interface Passed {
  requests: number
  statuses: Map<number, number>
  /** Calls answered with 500 and more. */
  failures: string[]
  /** Calls whose answer held something of the other tenant. */
  leaks: string[]
}

/** What a caller gets wrong is expected; these are the product's own. */
const isFailure = (status: number): boolean => status >= 500 && status !== 503

/**
 * Between a scanner and the product: signs every request in as `role`, again whenever an attack has ended the session,
 * and judges every answer. `varied`: each request comes from an address of its own.
 */
export async function openGate(target: AttackTarget, role: Role, { varied }: { varied: boolean }) {
  const passed: Passed = { requests: 0, statuses: new Map(), failures: [], leaks: [] }
  const { hostname, port } = new URL(target.origin)
  let cookie = await target.signIn(role)

  const forward = (incoming: IncomingMessage, body: Buffer) =>
    new Promise<{ answer: IncomingMessage; body: Buffer }>((resolve, reject) => {
      const n = passed.requests
      const headers: OutgoingHttpHeaders = {
        ...incoming.headers,
        // A compressed answer could not be searched.
        'accept-encoding': 'identity',
        ...(cookie === '' ? {} : { cookie }),
        ...(varied ? { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` } : {}),
      }
      // Scanners name a type although they send nothing.
      if (body.length === 0) delete headers['content-type']
      const { method, url } = incoming
      request({ hostname, port, method, path: url, headers }, async (answer) => {
        resolve({ answer, body: await whole(answer) })
      })
        .once('error', reject)
        .end(body)
    })

  const server = createServer(async (incoming, outgoing) => {
    try {
      const sent = await whole(incoming)
      let { answer, body } = await forward(incoming, sent)
      if (answer.statusCode === 401 && role !== 'anonymous') {
        cookie = await target.signIn(role)
        ;({ answer, body } = await forward(incoming, sent))
      }
      const status = answer.statusCode ?? 0
      const call = `${incoming.method} ${incoming.url} ${sent.toString().slice(0, 200)}: ${status}`
      passed.requests++
      passed.statuses.set(status, (passed.statuses.get(status) ?? 0) + 1)
      if (isFailure(status)) passed.failures.push(call)
      if (role !== 'administrator' && foreignIn(sent, incoming.url, body)) passed.leaks.push(call)
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers
      outgoing.writeHead(status, headers).end(body)
    } catch (error) {
      // What the HTTP parser of either side refuses.
      outgoing.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** An answer may repeat what was asked. */
function foreignIn(sent: Buffer, url: string | undefined, body: Buffer): boolean {
  const asked = `${url}${sent}`.toLowerCase()
  return !asked.includes(FOREIGN) && body.toString().toLowerCase().includes(FOREIGN)
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
