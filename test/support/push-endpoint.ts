import { execFileSync } from 'node:child_process'
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A push service on this machine with one browser, which decrypts what it gets (RFC 8291, aes128gcm). */
export interface PushEndpoint {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** What has arrived, decrypted. */
  messages: Record<string, unknown>[]
  /** When each of them arrived, epoch milliseconds. */
  arrivedAt: number[]
  /** Headers of the newest message. */
  headers(): Record<string, unknown>
  /** What it answers from now on; null: nothing, and the sender waits. */
  answer(status: number | null): void
  /** In PEM; the agent, for the sender, knows it. */
  certificate: string
  agent: Agent
  close(): Promise<void>
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'acarreo-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest()
const expand = (key: Buffer, info: Buffer, length: number): Buffer =>
  hmac(key, Buffer.concat([info, Buffer.of(1)])).subarray(0, length)

export async function startPushEndpoint(): Promise<PushEndpoint> {
  const browser = createECDH('prime256v1')
  const publicKey = browser.generateKeys()
  const auth = randomBytes(16)

  function decrypt(body: Buffer): Record<string, unknown> {
    const salt = body.subarray(0, 16)
    const idLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    const secret = expand(
      hmac(auth, browser.computeSecret(sender)),
      Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]),
      32,
    )
    const key = hmac(salt, secret)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      expand(key, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
      expand(key, Buffer.from('Content-Encoding: nonce\0'), 12),
    )
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // Ends with a delimiter: 2 of the last record.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }

  const messages: Record<string, unknown>[] = []
  let headers: Record<string, unknown> = {}
  const arrivedAt: number[] = []
  let status: number | null = 201
  const { key, cert } = certificate()
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    headers = request.headers
    arrivedAt.push(Date.now())
    messages.push(decrypt(Buffer.concat(parts)))
    if (status !== null) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    subscription: {
      endpoint: `https://127.0.0.1:${port}/browser`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    messages,
    arrivedAt,
    headers: () => headers,
    answer(next) {
      status = next
    },
    certificate: cert.toString(),
    agent: new Agent({ ca: cert }),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}
