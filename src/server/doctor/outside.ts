import { readFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import * as words from '../text/doctor.ts'
import { productVersion } from '../version.ts'
import { type Check, type Finding, fault, ok, warning } from './check.ts'
import { newestLoginAddress } from './queries.ts'

const ANSWER_MS = 10_000
/** Of documentation (RFC 5737): nobody calls from there. */
const FORGED = '192.0.2.77'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Without following redirects. An upgraded connection is closed at once. */
function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const send = url.startsWith('https:') ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, timeout: ANSWER_MS })
    request.on('timeout', () => request.destroy(new Error(words.LATE)))
    request.on('error', reject)
    request.on('upgrade', ({ statusCode: status = 0, headers: given }, socket) => {
      socket.destroy()
      resolve({ status, headers: given, body: '' })
    })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
      response.on('error', reject)
    })
    request.end(body)
  })
}

/** The mail server takes a connection and the login. Nothing is sent. */
export const mailCheck =
  ({ smtpUrl, dataDir }: Config): Check =>
  async () => {
    if (smtpUrl === null) return [warning(words.MAIL, words.noMail(join(dataDir, 'outbox')))]
    const { host } = new URL(smtpUrl)
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
    })
    try {
      await transport.verify()
      return [ok(words.MAIL, words.mailTaken(host))]
    } catch (error) {
      return [fault(words.MAIL, words.mailRefused(host, (error as Error).message))]
    } finally {
      transport.close()
    }
  }

export const redisCheck =
  (url: string): Check =>
  async () => {
    const redis = new Redis(url, { lazyConnect: true, connectTimeout: ANSWER_MS, retryStrategy: () => null })
    redis.on('error', () => {})
    try {
      await redis.connect()
      await redis.ping()
      return [ok(words.REDIS, new URL(url).host)]
    } catch (error) {
      return [fault(words.REDIS, words.redisAway(new URL(url).host, (error as Error).message))]
    } finally {
      redis.disconnect()
    }
  }

/** The product that runs on this machine: whether it is ready, and which version it is. */
export const productCheck =
  ({ host, port }: Config): Check =>
  async () => {
    const at = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    const origin = `http://${at.includes(':') ? `[${at}]` : at}:${port}`
    const ready = await ask(`${origin}/readyz`).catch(() => null)
    if (ready === null) return [fault(words.PRODUCT, words.notRunning(origin))]
    if (ready.status !== 200)
      return [fault(words.PRODUCT, words.notReady(String(valueIn(ready.body, 'error'))))]
    const metrics = await ask(`${origin}/metrics`, { headers: { host: `localhost:${port}` } })
    const running = /acarreo_build_info\{[^}]*version="([^"]*)"/.exec(metrics.body)?.[1]
    return [
      running === undefined || running === productVersion
        ? ok(words.PRODUCT, words.running(origin, productVersion))
        : fault(words.PRODUCT, words.otherVersion(running, productVersion)),
    ]
  }

/** Of an object in JSON; of another body its beginning. */
function valueIn(body: string, name: string): unknown {
  try {
    return (JSON.parse(body) as Record<string, unknown>)[name]
  } catch {
    return body.slice(0, 80)
  }
}

/** What people reach: the proxy, what it hides, what it passes on, and the cookies behind it. */
export const proxyCheck =
  ({ publicOrigin: origin, adminKey, dataDir }: Config, db: Queryable | null): Check =>
  async () => {
    if (origin === null) return [warning(words.PROXY, words.NO_PUBLIC_URL)]
    const ready = await ask(`${origin}/readyz`)
    if (ready.status !== 200) return [fault(words.PROXY, words.proxyAnswers(origin, ready.status))]
    const isTls = origin.startsWith('https:')
    const metrics = await ask(`${origin}/metrics`)
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const live = await ask(`${origin}/ws`, {
      headers: { ...upgrade, 'sec-websocket-key': Buffer.alloc(16).toString('base64'), origin },
    })
    const key = adminKey ?? (await readFile(join(dataDir, 'admin-key'), 'utf8').catch(() => null))?.trim()
    return [
      ok(words.PROXY, words.reached(origin)),
      ...(isTls ? [] : [warning(words.PROXY, words.NO_TLS)]),
      ...(isTls && ready.headers['strict-transport-security'] === undefined
        ? [warning(words.PROXY, words.NO_HSTS)]
        : []),
      ...(isTls
        ? [
            valueIn(ready.body, 'scheme') === 'https'
              ? ok(words.PROXY, words.SCHEME_SEEN)
              : warning(words.PROXY, words.SCHEME_LOST),
          ]
        : []),
      metrics.status === 200 ? fault(words.PROXY, words.OPEN_METRICS) : ok(words.PROXY, words.METRICS_HIDDEN),
      live.status === 101
        ? ok(words.PROXY, words.LIVE_PASSES)
        : fault(words.PROXY, words.liveStops(live.status)),
      ...(key ? await loginFindings(origin, key, db) : []),
    ]
  }

/** Logs the administrator in and out: the cookies show what the product takes the scheme for, the audit log the address. */
async function loginFindings(origin: string, adminKey: string, db: Queryable | null): Promise<Finding[]> {
  const post = (path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> =>
    ask(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body ?? {}),
    })
  const login = await post('/api/admin/login', { 'x-forwarded-for': FORGED }, { adminKey })
  if (login.status !== 200) return [warning(words.COOKIES, words.notLoggedIn(login.status))]
  const cookies = [login.headers['set-cookie'] ?? []].flat()
  await post('/api/admin/logout', { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })
  const areSafe = cookies.every((cookie) => cookie.startsWith('__Host-') && /;\s*Secure/i.test(cookie))
  const seen = db && (await newestLoginAddress(db))
  return [
    areSafe || origin.startsWith('http:')
      ? ok(words.COOKIES, words.COOKIES_SAFE)
      : fault(words.COOKIES, words.COOKIES_OPEN),
    ...(seen === null
      ? []
      : [
          seen === FORGED ? fault(words.ADDRESSES, words.FORGEABLE) : ok(words.ADDRESSES, words.seenAs(seen)),
        ]),
  ]
}
