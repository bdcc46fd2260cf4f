import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { isEncrypted } from '../../db/backup/encryption.ts'
import { type DumpKeys, type DumpPiece, readDump } from '../../db/backup/read.ts'
import { type Database, inLongTransaction, SNAPSHOT, type Tx } from '../../db/connect.ts'
import {
  accountsAltered,
  anchorAltered,
  anchorUnsigned,
  auditAltered,
  NO_ANCHOR,
  operationAltered,
  packGone,
  recordAltered,
} from '../../text/anchors.ts'
import { unfounded } from '../verify/packs/queries.ts'
import { type Anchor, anchorsIn, isSignedWith } from './anchor.ts'
import { type Found, findMarks, goneAmong, type Mark, removedAmong, shortHead } from './queries.ts'

// Whether what stood in the record when it was anchored outside stands there still.

/** The first fault in one sentence; null: everything that the anchor knew is there. */
export async function compareAnchor(
  tx: Tx,
  anchor: Anchor,
  recordKeys: readonly string[],
): Promise<string | null> {
  if (recordKeys.length > 0 && !isSignedWith(anchor, recordKeys)) {
    return anchor.mac === null ? anchorUnsigned(anchor.at) : anchorAltered(anchor.at)
  }
  return compareMarks(tx, anchor.at, anchor.marks)
}

async function compareMarks(tx: Tx, at: string, marks: readonly Mark[]): Promise<string | null> {
  const found = await findMarks(tx, marks)
  const lost = marks.find((mark, n) => !stands(mark, found[n]))
  if (!lost) return null
  if (lost.kind === 'record') return recordAltered(at, lost.name, lost.count)
  return lost.kind === 'audit' ? auditAltered(at, lost.name, lost.count) : accountsAltered(at, lost.count)
}

function stands({ count, head }: Mark, found: Found | undefined): boolean {
  if (!found) return false
  const { hash, removed, prunedUntil } = found
  if (hash !== null) return shortHead(hash) === head
  if (removed?.seq === count) return shortHead(Buffer.from(removed.head ?? '', 'hex')) === head
  return removed ? (removed.seq ?? count) > count : prunedUntil > count
}

/** The same of every anchor in a text (a log, a mail), or of a backup, which names the operation. Throws DumpError. */
export async function compareFile(
  database: Pick<Database, 'pool'>,
  path: string,
  keys: DumpKeys,
): Promise<string | null> {
  const isDump = await beginsLikeDump(path)
  return inLongTransaction(
    database,
    (tx) => (isDump ? compareBackup(tx, path, keys) : compareText(tx, path, keys.recordKeys ?? [])),
    SNAPSHOT,
  )
}

async function beginsLikeDump(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return isEncrypted(buffer) || buffer.readUInt16BE() === 0x1f8b
  } finally {
    await file.close()
  }
}

async function compareText(tx: Tx, path: string, recordKeys: readonly string[]): Promise<string | null> {
  let isFirst = true
  for await (const anchor of anchorsIn(createReadStream(path, 'utf8'))) {
    isFirst = false
    const fault = await compareAnchor(tx, anchor, recordKeys)
    if (fault !== null) return fault
  }
  return isFirst ? NO_ANCHOR : null
}

async function compareBackup(tx: Tx, path: string, keys: DumpKeys): Promise<string | null> {
  let at = ''
  let fault: string | null = null
  // To its end even after a fault: only there it is known whether the file is ours.
  for await (const piece of readDump(path, keys)) {
    if (piece.kind === 'head') at = String(piece.head.about.at)
    else if (piece.kind === 'rows') fault ??= await compareRows(tx, at, piece)
  }
  return fault
}

type Rows = Extract<DumpPiece, { kind: 'rows' }>

const bytes = (hex: string): Buffer => Buffer.from(hex.replace('\\x', ''), 'hex')

async function compareRows(tx: Tx, at: string, { table, rows }: Rows): Promise<string | null> {
  const read = <Row>(): Row[] => rows.map((row) => JSON.parse(row))
  if (table === 'containers') return compareOperations(tx, at, read())
  if (table === 'evidence_packs') {
    const packs = read<{ hash: string; supervisor_id: number }>()
    const [gone] = await goneAmong(
      tx,
      packs.map(({ hash, supervisor_id: supervisor }) => ({ hash, supervisor })),
    )
    return gone === undefined ? null : packGone(at, gone)
  }
  if (table === 'audit_chains') {
    const chains = read<{ chain: string; lines: number; head: string }>()
    return compareMarks(
      tx,
      at,
      chains.map(({ chain, lines, head }) => ({
        ...{ kind: 'audit', name: chain, count: lines, head: shortHead(bytes(head)) },
      })),
    )
  }
  if (table === 'tombstones') {
    const tombstones = read<{ position: number; hash: string }>()
    return compareMarks(
      tx,
      at,
      tombstones.map(({ position, hash }) => ({
        ...{ kind: 'removed', name: 'accounts', count: position, head: shortHead(bytes(hash)) },
      })),
    )
  }
  return null
}

interface OperationRow {
  id: number
  container_id: string
  supervisor_id: number | null
  version: number
  chain_head: string | null
}

async function compareOperations(tx: Tx, at: string, rows: OperationRow[]): Promise<string | null> {
  const sealed = rows.flatMap(({ id, container_id: key, supervisor_id, version: records, chain_head }) =>
    chain_head
      ? [{ id, key, supervisor: supervisor_id ?? 0, records, head: bytes(chain_head).toString('hex') }]
      : [],
  )
  const missing = await unfounded(tx, sealed)
  const lost = sealed.filter(({ id }) => missing.has(id))
  const removed = await removedAmong(tx, [...new Set(lost.map(({ supervisor }) => supervisor))])
  const first = lost.find(({ supervisor }) => !removed.has(supervisor))
  return first ? operationAltered(at, first.key.split('_')[0] ?? '', first.records) : null
}
