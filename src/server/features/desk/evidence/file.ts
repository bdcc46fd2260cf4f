import type { z } from 'zod'
import type { evidenceFileQuery } from '#contract/http/desk/evidence'
import type { Queryable } from '../../../db/connect.ts'
import type { Exchange } from '../../../http/exchange.ts'
import { contentTextOf, type PackRow } from './queries.ts'
import type { EvidenceLanguage } from './sheet.ts'
import type { Asked, ShownPack } from './thread.ts'
import { makeInThread } from './threads.ts'

interface PackFile {
  name: string
  /** Media type. */
  type: string
  body: Buffer
}

/** `origin`: for the address where a pack can be checked. `exchange`: when it ends, nothing is made any more. */
interface For {
  language: EvidenceLanguage
  origin: string
  exchange: Exchange
}

export const verifyPathOf = ({ hash }: PackRow): string => `/verificar/${hash}`

async function askedOf(db: Queryable, row: PackRow, { language, origin }: For): Promise<Asked> {
  const { hash, issuedAt } = row
  return {
    content: await contentTextOf(db, row),
    language,
    hash,
    issuedAt,
    verifyUrl: `${origin}${verifyPathOf(row)}`,
  }
}

/** The same pack gives the same bytes to everybody. */
export async function packFile(
  db: Queryable,
  row: PackRow,
  format: z.output<typeof evidenceFileQuery>['format'],
  asking: For,
): Promise<PackFile> {
  const body = await makeInThread(format, await askedOf(db, row, asking), { ...row, ...asking })
  const name = `expediente_${row.name.replace(/[^\w-]+/g, '_')}_v${row.version}.${format}`
  const type = format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8'
  return { name, type, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
}

/** What a page shows of a pack. */
export const packShown = async (db: Queryable, row: PackRow, asking: For): Promise<ShownPack> =>
  makeInThread('shown', await askedOf(db, row, asking), { ...row, ...asking })
