import { v7 as orderedUuid } from 'uuid'

/**
 * A request as text, in which `{{uuid}}` stands for a new UUID, `{{now}}` for the time of sending in ISO 8601, and
 * `{{6}}` for six random digits. Each has a fixed length, so the request keeps its length and becomes one Buffer.
 */
export interface RequestParts {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  /** Sent as JSON; its strings and numbers may contain placeholders. */
  body?: string
}

const PLACEHOLDER = /\{\{(uuid|now|6)\}\}/g
const LENGTH = { uuid: 36, now: 24, 6: 6 } as const
type Kind = keyof typeof LENGTH

const filled = (text: string): string =>
  text.replace(PLACEHOLDER, (_, kind: Kind) => '0'.repeat(LENGTH[kind]))

/** The text of an HTTP/1.1 request over a kept-alive connection. */
export function requestText(host: string, { method, path, headers, body }: RequestParts): string {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(filled(body))}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** A request that is written over and over into the same bytes. */
export interface Prepared {
  bytes: Buffer
  /** Writes new values into `bytes`; returns the last UUID, '' without one. */
  renew(): string
}

export function prepare(text: string): Prepared {
  const fields: { at: number; kind: Kind }[] = []
  let removed = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    const kind = match[1] as Kind
    fields.push({ at: Buffer.byteLength(text.slice(0, match.index)) + removed, kind })
    removed += LENGTH[kind] - match[0].length
  }
  const bytes = Buffer.from(filled(text))
  return {
    bytes,
    renew() {
      let uuid = ''
      for (const { at, kind } of fields) {
        const value =
          kind === 'uuid'
            ? orderedUuid()
            : kind === 'now'
              ? new Date().toISOString()
              : String(100_000 + Math.floor(Math.random() * 900_000))
        if (kind === 'uuid') uuid = value
        bytes.write(value, at, 'latin1')
      }
      return uuid
    },
  }
}
