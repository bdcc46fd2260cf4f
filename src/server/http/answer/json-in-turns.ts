import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { inTurns, mapInTurns, type Worker } from '../../adapters/thread/in-turns.ts'

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

/** So many of the parts as make a piece; the last is shorter. */
// biome-ignore lint/correctness/useYield: a piece is as short as a turn may be.
function* pieceOf(parts: Iterator<string>): Generator<void, { piece: string; isLast: boolean }> {
  let piece = ''
  while (piece.length < PIECE) {
    const { done, value } = parts.next()
    if (done) return { piece, isLast: true }
    piece += value
  }
  return { piece, isLast: false }
}

/** The same in pieces of 64 kB; others have the thread between two. */
export async function* jsonInTurns(worker: Worker, value: unknown): AsyncGenerator<string> {
  const parts = partsOf(value)
  for (let isOver = false; !isOver; ) {
    const { piece, isLast } = await inTurns(worker, pieceOf(parts))
    yield piece
    isOver = isLast
  }
}

/**
 * Answers with what may be megabytes: written at once, it would hold the thread. `Answer`: what the endpoint declares, which
 * the compiler does not compare with a reply.
 */
export const sendInTurns = <Answer = never>(
  reply: FastifyReply,
  answer: NoInfer<Answer>,
  type = 'application/json; charset=utf-8',
): FastifyReply =>
  reply.type(type).send(Readable.from(jsonInTurns(reply.request.scope, answer), { objectMode: false }))

/** The JSON text of a list of up to a thousand items, each presented and written in turns. */
export const listInTurns = async <T>(
  worker: Worker,
  items: readonly T[],
  present: (item: T) => object,
): Promise<string> => `[${(await mapInTurns(worker, items, (item) => JSON.stringify(present(item)))).join()}]`

export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text)
