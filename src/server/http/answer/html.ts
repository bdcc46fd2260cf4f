import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from './compression.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Text that is HTML already: made by `html`, or by `trusted`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(escaped).join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** HTML from a template. Every value is escaped, for text and for quoted attributes; nothing and false are left out. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, i) => text + escaped(values[i - 1] ?? null) + part))
}

/** For constants of the product alone: nothing is escaped. */
export const trusted = (text: string): Html => new Html(text)

/** Sends a document, compressed for this request: pages made here cannot be compressed by the build. */
export async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { text }: Html,
): Promise<FastifyReply> {
  reply.code(status).type('text/html; charset=utf-8').header('Vary', 'Accept-Encoding')
  const encoding = encodingFor(request)
  if (encoding === null) return reply.send(text)
  reply.header('Content-Encoding', encoding)
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    return reply.send(await brotli(text, { params }))
  }
  return reply.send(await gzipped(text))
}
