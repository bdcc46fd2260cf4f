import { move } from 'piscina'
import type { EvidencePack } from '#domain/evidence/content'
import { evidenceCsv } from './csv.ts'
import { packView } from './pack-view.ts'
import { evidencePdf } from './pdf.ts'
import { type EvidenceLanguage, type Issued, sheetOf, WORDS } from './sheet.ts'

// Runs in a thread of its own (threads.ts). What it takes and returns is copied, but for the bytes of a file.

export interface Asked extends Omit<Issued, 'pack'> {
  /** The text of the pack. */
  content: string
  language: EvidenceLanguage
}

/** A pack on a page. */
export interface ShownPack {
  heading: string
  issuer: string
  /** IANA. */
  zone: string
  /** HTML. */
  view: string
}

function read({ content, language, ...issued }: Asked) {
  const pack: EvidencePack = JSON.parse(content)
  return { pack, sheet: sheetOf({ pack, ...issued }, language), words: WORDS[language] }
}

/** Bytes, moved instead of copied. */
export async function pdf(asked: Asked): Promise<unknown> {
  const { sheet, words } = read(asked)
  return move(await evidencePdf(sheet, words, asked.issuedAt))
}

export function csv(asked: Asked): unknown {
  const { sheet, words } = read(asked)
  return move(new TextEncoder().encode(evidenceCsv(sheet, words)))
}

export function shown(asked: Asked): ShownPack {
  const { pack, sheet, words } = read(asked)
  return {
    heading: pack.kind === 'operation' ? pack.containerNumber : sheet.subtitle,
    issuer: pack.supervisor.name,
    zone: pack.zone,
    view: packView(pack, sheet, words).text,
  }
}
