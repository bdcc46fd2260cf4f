import { createECDH } from 'node:crypto'
import type { Agent } from 'node:https'

// Loaded at the first message: most processes send none.
const library = async () => (await import('web-push')).default

/** A browser that asked for push messages. */
interface PushTarget {
  endpoint: string
  /** Base64url. */
  p256dh: string
  auth: string
}

export interface WebPush {
  /** The VAPID public key with which browsers subscribe, base64url. */
  publicKey: string
  /** Whether messages are ever sent to this address: any other would let an account make the server call what it wants. */
  mayCall(endpoint: string): boolean
  /**
   * Sends an encrypted message. 'gone': the browser does not want them any more. Throws when the service is unreachable
   * or refuses; the message is never sent a second time.
   */
  send(target: PushTarget, payload: object): Promise<'sent' | 'gone'>
}

/** The push services of the browsers; each name also covers what is below it. */
const SERVICES = ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com']

const isService = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  SERVICES.some((name) => hostname === name || hostname.endsWith(`.${name}`))

const CURVE = 'prime256v1'
/** Seconds that a service keeps a message for a phone without signal; after that the desk has told it. */
const KEPT_SECONDS = 30 * 60
const TIMEOUT_MS = 10_000
const GONE = [404, 410]

/**
 * `privateKey`: of VAPID (RFC 8292), 32 random bytes in base64url. `contact`: whom a push service may write to.
 * `agent`, `allows`: for tests, whose service has a certificate and its own address.
 */
export function createWebPush({
  privateKey,
  contact,
  agent,
  allows = isService,
}: {
  privateKey: string
  contact: string
  agent?: Agent
  allows?: (endpoint: URL) => boolean
}): WebPush {
  const key = createECDH(CURVE)
  key.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const publicKey = key.getPublicKey('base64url')
  const vapidDetails = { subject: `mailto:${contact}`, publicKey, privateKey }

  const mayCall = (endpoint: string): boolean => URL.canParse(endpoint) && allows(new URL(endpoint))

  return {
    publicKey,
    mayCall,
    async send({ endpoint, p256dh, auth }, payload) {
      if (!mayCall(endpoint)) return 'gone'
      const { sendNotification, WebPushError } = await library()
      try {
        await sendNotification(
          // As this file has read it: the library has its own parser.
          { endpoint: new URL(endpoint).href, keys: { p256dh, auth } },
          JSON.stringify(payload),
          { vapidDetails, TTL: KEPT_SECONDS, urgency: 'high', timeout: TIMEOUT_MS, ...(agent && { agent }) },
        )
        return 'sent'
      } catch (error) {
        if (error instanceof WebPushError && GONE.includes(error.statusCode)) return 'gone'
        // The address of a subscription is a secret: with it anybody can send to that browser.
        const what = error instanceof WebPushError ? `status ${error.statusCode}` : codeOf(error)
        throw new Error(`push message not sent: ${what}`)
      }
    },
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure'
