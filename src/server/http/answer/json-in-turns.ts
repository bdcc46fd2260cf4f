import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { mapInTurns, nextShare } from '../../adapters/thread/in-turns.ts'

/** Characters of a piece: written in about a millisecond. */
const PIECE = 64 * 1024
/** Objects and lists in which a list of thousands may stand; what is deeper is written at once. */
const WALKED_DEPTH = 4

/** The text of `JSON.stringify(value)` in small parts. `value` is plain: dates are texts already. */
function* partsOf(value: unknown, depth = 0): Generator<string> {
  if (depth >= WALKED_DEPTH || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  const entries = isList ? value.entries() : Object.entries(value).filter(([, field]) => field !== undefined)
  let before = isList ? '[' : '{'
  let isEmpty = true
  for (const [key, field] of entries) {
    yield isList ? before : `${before}${JSON.stringify(key)}:`
    yield* partsOf(field, depth + 1)
    before = ','
    isEmpty = false
  }
  yield `${isEmpty ? before : ''}${isList ? ']' : '}'}`
}

/** The same in pieces of 64 kB; others have the thread between two. */
export async function* jsonInTurns(value: unknown): AsyncGenerator<string> {
  let piece = ''
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
    await nextShare()
  }
  yield piece
}

/**
 * Answers with what may be megabytes: written at once, it would hold the thread. `Answer`: what the endpoint declares, which
 * the compiler does not compare with a reply.
 */
export const sendInTurns = <Answer = never>(
  reply: FastifyReply,
  answer: NoInfer<Answer>,
  type = 'application/json; charset=utf-8',
): FastifyReply => reply.type(type).send(Readable.from(jsonInTurns(answer), { objectMode: false }))

/** The JSON text of a list of up to a thousand items, each presented and written in turns. */
export const listInTurns = async <T>(items: readonly T[], present: (item: T) => object): Promise<string> =>
  `[${(await mapInTurns(items, (item) => JSON.stringify(present(item)))).join()}]`

export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text)
