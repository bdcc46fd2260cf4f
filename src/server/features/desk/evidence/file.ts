import type { z } from 'zod'
import type { evidenceFileQuery } from '#contract/http/evidence'
import { evidenceCsv } from './csv.ts'
import { evidencePdf } from './pdf.ts'
import type { PackRow } from './queries.ts'
import { contentOf, targetOf } from './service.ts'
import { sheetOf, WORDS } from './sheet.ts'

export interface PackFile {
  name: string
  /** Media type. */
  type: string
  body: Buffer | string
}

/** The same pack gives the same bytes to everybody. `origin`: for the address where it can be checked. */
export async function packFile(
  row: PackRow,
  { format, language }: z.output<typeof evidenceFileQuery>,
  origin: string,
): Promise<PackFile> {
  const { hash, issuedAt, version } = row
  const verifyUrl = `${origin}/verificar/${hash}`
  const sheet = sheetOf({ pack: contentOf(row), hash, issuedAt, verifyUrl }, language)
  const name = `expediente_${targetOf(row).replace(/[^\w-]+/g, '_')}_v${version}.${format}`
  return format === 'pdf'
    ? { name, type: 'application/pdf', body: await evidencePdf(sheet, WORDS[language], issuedAt) }
    : { name, type: 'text/csv; charset=utf-8', body: evidenceCsv(sheet, WORDS[language]) }
}
