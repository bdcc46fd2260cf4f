import { isSameMac, macOf } from '../../adapters/mac.ts'
import type { Queryable } from '../../db/connect.ts'
import { type Mark, standingMarks } from './queries.ts'

/** Where every chain stood at one moment, in one line that is kept outside the database. */
export interface Anchor {
  /** ISO 8601. */
  at: string
  marks: Mark[]
  /** null: it bears none. */
  mac: string | null
  /** What the MAC is of. */
  text: string
}

const NAME = 'acarreo-anchor'

/**
 * The line of this snapshot: when, then `kind:name=count.head` for the record of each tenant, each chain of the audit log and
 * the tombstones, then the MAC. Only spaces part it and it holds no quote, so it survives logs, JSON and mail. `now` is epoch
 * milliseconds.
 */
export async function takeAnchor(tx: Queryable, now: number, recordKey: string | undefined): Promise<string> {
  const marks = await standingMarks(tx)
  const words = marks.map(({ kind, name, count, head }) => `${kind}:${name}=${count}.${head}`)
  const text = [NAME, new Date(now).toISOString(), ...words].join(' ')
  return `${text} mac=${recordKey === undefined ? '' : macOf(recordKey, text)}`
}

/** Whether the anchor was written with one of these keys. */
export const isSignedWith = ({ mac, text }: Anchor, recordKeys: readonly string[]): boolean =>
  mac !== null && recordKeys.some((key) => isSameMac(mac, macOf(key, text)))

/** The anchors in the pieces of a text, such as a log or a mail, in their order; a mail may have broken their lines. */
export async function* anchorsIn(pieces: AsyncIterable<string>): AsyncGenerator<Anchor> {
  let words: string[] | null = null
  for await (const word of wordsOf(pieces)) {
    if (word.endsWith(NAME)) words = [NAME]
    else if (words && /^mac=/.test(word)) {
      yield anchorOf(words, /^mac=([\w-]*)/.exec(word)?.[1] ?? '')
      words = null
    } else words?.push(word)
  }
}

async function* wordsOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let open = ''
  for await (const piece of pieces) {
    const words = (open + piece).split(/\s+/)
    open = words.pop() ?? ''
    yield* words
  }
  yield open
}

function anchorOf(words: string[], mac: string): Anchor {
  const [, at = '', ...rest] = words
  const marks = rest.flatMap((word): Mark[] => {
    const [, kind, name = '', count, head = ''] = /^(\w+):(\S+)=(\d+)\.([\w-]+)$/.exec(word) ?? []
    return kind === 'record' || kind === 'audit' || kind === 'removed'
      ? [{ kind, name, count: Number(count), head }]
      : []
  })
  return { at, marks, mac: mac === '' ? null : mac, text: words.join(' ') }
}
