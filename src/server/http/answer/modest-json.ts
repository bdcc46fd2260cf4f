import type { FastifyInstance } from 'fastify'
import { nextTurn } from '../../adapters/thread/turns.ts'
import { badJson, type Problem } from './problem.ts'

/** More than 200 polygons of 500 points with a hundred properties each have. */
const MODEST = { depth: 32, brackets: 150_000, names: 50_000 }
/** Shorter text is parsed in less time than it would pay to look at it first; a press is a third of this. */
const SHORT = 1024

/** Characters. Longer text is parsed in another turn of the event loop than it is looked at. */
const LARGE = 256 * 1024

const [QUOTE, COLON, OPEN, ESCAPE, CLOSE, OPEN_BRACE, CLOSE_BRACE] = [34, 58, 91, 92, 93, 123, 125]

/**
 * Whether the text is nested and divided no more than the largest request is, a file of places. One pass without allocation:
 * megabytes of brackets or names would hold the thread for seconds in the parser, and 64 KiB of them for ten milliseconds.
 */
function isModestJson(text: string): boolean {
  if (text.length < SHORT) return true
  let depth = 0
  let brackets = 0
  let names = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      for (i++; i < text.length && text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === ESCAPE) i++
    } else if (code === OPEN || code === OPEN_BRACE) {
      brackets++
      depth++
      if (depth > MODEST.depth || brackets > MODEST.brackets) return false
    } else if (code === CLOSE || code === CLOSE_BRACE) depth--
    else if (code === COLON && ++names > MODEST.names) return false
  }
  return true
}

/** Every body of these media types is looked at before it is parsed; `refusal` is what one that is not modest is answered with. */
export function parseModestJson(
  app: FastifyInstance,
  types: readonly string[] = ['application/json'],
  refusal: () => Problem = badJson,
): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser([...types])
  app.addContentTypeParser<string>([...types], { parseAs: 'string' }, (request, text, done) => {
    if (!isModestJson(text)) done(refusal())
    else if (text.length < LARGE) void parse(request, text, done)
    // Looking at six megabytes and parsing them are 50 ms each.
    else nextTurn(() => void parse(request, text, done))
  })
}
