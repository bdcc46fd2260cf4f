import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isSameMac, macWith } from '../../adapters/mac.ts'
import type { Stoppable } from '../../adapters/stopping.ts'
import { type Counts, DUMP_FORMAT, type DumpEnd, type DumpKind } from './dump.ts'
import { decryptedWith, isEncrypted, WrongKey } from './encryption.ts'

/** A file that is no whole dump; the message is a sentence for the person at the terminal. */
export class DumpError extends Error {}

interface DumpHead {
  kind: DumpKind
  about: Record<string, unknown>
}

export type DumpPiece =
  | ({ kind: 'head' } & { head: DumpHead })
  | { kind: 'rows'; table: string; columns: string[]; rows: string[] }
  | { kind: 'sequences'; newest: Record<string, number> }

const ROWS_AT_ONCE = 250
/** Far above any row; a foreign file may be one endless line. */
const MAX_LINE = 16 * 1024 * 1024

const DAMAGED = 'El archivo está dañado o incompleto.'
const NO_KEY = 'El respaldo está cifrado: indique en BACKUP_KEY la clave con que se escribió.'
const WRONG_KEY = 'Ninguna clave de BACKUP_KEY es la de este respaldo.'
const UNSIGNED =
  'El respaldo no está firmado, y RECORD_KEY está puesta. Si es de antes de esa clave y confía en él: npm run restore -- ARCHIVO --unsigned'
const NOT_OURS = 'El respaldo fue alterado, o lo firmó otra clave que la de RECORD_KEY.'
const FOREIGN = 'El archivo no es un respaldo de Acarreo.'

/** With which a dump is opened and judged. */
export interface DumpKeys extends Stoppable {
  /** One of them opens an encrypted dump (encryption.ts). */
  keys?: readonly string[]
  /** One of them made its MAC; none: that is not judged. */
  recordKeys?: readonly string[]
  /** Takes one without a MAC although there are `recordKeys`. */
  evenUnsigned?: boolean
}

/**
 * The contents of the dump, in order, never whole in memory. Throws a `DumpError` at the first fault. Checksum and MAC are at
 * the end, so only a reader that reaches the end knows that the file is complete and ours.
 */
export async function* readDump(
  path: string,
  { keys = [], recordKeys = [], evenUnsigned = false, stopping }: DumpKeys,
): AsyncGenerator<DumpPiece> {
  const hash = createHash('sha256')
  const macs = recordKeys.map(macWith)
  const counts: Counts = {}
  let head: DumpHead | null = null
  let table: { name: string; columns: string[] } | null = null
  let rows: string[] = []
  let end: DumpEnd | null = null

  function* flush(): Generator<DumpPiece> {
    stopping?.throwIfAborted()
    if (table && rows.length > 0) yield { kind: 'rows', table: table.name, columns: table.columns, rows }
    rows = []
  }

  for await (const line of linesOf(path, keys)) {
    if (end) throw new DumpError(DAMAGED)
    if (!head) {
      head = headOf(line)
      yield { kind: 'head', head }
    } else if (line.startsWith('{')) {
      if (!table) throw new DumpError(DAMAGED)
      counts[table.name] = (counts[table.name] ?? 0) + 1
      if (rows.push(line) >= ROWS_AT_ONCE) yield* flush()
    } else {
      yield* flush()
      const [word, ...rest] = parsed(line)
      if (word === 'end') {
        end = rest[0] as DumpEnd
        continue
      }
      if (word === 'table') {
        table = { name: rest[0] as string, columns: rest[1] as string[] }
        counts[table.name] = 0
      } else if (word === 'sequences') {
        yield { kind: 'sequences', newest: rest[0] as Record<string, number> }
      } else {
        throw new DumpError(DAMAGED)
      }
    }
    hash.update(`${line}\n`)
    for (const mac of macs) mac.update(`${line}\n`)
  }
  if (!head) throw new DumpError(FOREIGN)
  if (end?.sha256 !== hash.digest('hex') || !sameCounts(end.counts, counts)) throw new DumpError(DAMAGED)
  const written = end.mac
  if (macs.length === 0 || (written === undefined && evenUnsigned)) return
  if (written === undefined) throw new DumpError(UNSIGNED)
  if (!macs.some((mac) => isSameMac(written, mac.end()))) throw new DumpError(NOT_OURS)
}

function headOf(line: string): DumpHead {
  const [kind, about] = line.startsWith('["acarreo-') ? parsed(line) : []
  if (kind !== 'acarreo-backup' && kind !== 'acarreo-archive') throw new DumpError(FOREIGN)
  const head = { kind, about: about as Record<string, unknown> } as const
  if (Number(head.about.format) !== DUMP_FORMAT) {
    throw new DumpError('El archivo fue escrito por una versión más nueva de Acarreo. Actualice primero.')
  }
  return head
}

function parsed(line: string): unknown[] {
  try {
    const value: unknown = JSON.parse(line)
    if (Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new DumpError(DAMAGED)
}

const sameCounts = (a: Counts, b: Counts): boolean => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

/** What is in the file, decrypted where it is encrypted. */
async function* opened(file: AsyncIterable<Buffer>, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  const pieces = file[Symbol.asyncIterator]()
  const { value: start = Buffer.alloc(0) } = await pieces.next()
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield start
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  if (!isEncrypted(start)) yield* whole()
  else if (keys.length === 0) throw new DumpError(NO_KEY)
  else yield* decrypted(keys, whole())
}

async function* decrypted(
  keys: readonly string[],
  file: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* decryptedWith(keys, file)
  } catch (error) {
    // age has no codes for a piece that is cut off or was changed.
    throw error instanceof WrongKey || (error instanceof Error && 'code' in error)
      ? error
      : new DumpError(DAMAGED)
  }
}

/** Split at line feeds alone: a name may hold what others take for the end of a line. */
async function* linesOf(path: string, keys: readonly string[]): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = createGunzip()
  // Else a file that cannot be read would leave the reader waiting.
  const piping = pipeline(file, (bytes: AsyncIterable<Buffer>) => opened(bytes, keys), text).catch(
    (error: Error) => void text.destroy(error),
  )
  text.setEncoding('utf8')
  let open = ''
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (open + chunk).split('\n')
      open = lines.pop() ?? ''
      if (open.length > MAX_LINE) throw new DumpError(FOREIGN)
      yield* lines
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') throw new DumpError(DAMAGED)
    if (error instanceof WrongKey) throw new DumpError(WRONG_KEY)
    if (code === 'ENOENT') throw new DumpError(`No existe el archivo ${path}.`)
    if (code === 'EISDIR') throw new DumpError(`${path} es una carpeta, no un respaldo.`)
    throw error
  } finally {
    file.destroy()
    text.destroy()
    await piping
  }
  if (open !== '') throw new DumpError(DAMAGED)
}
