import { CSV_BOM, csvRecord } from '#domain/csv/csv'
import type { EvidenceWords } from '../../../text/evidence/es.ts'
import type { Sheet } from './sheet.ts'
import { type Cell, computed } from './written-cell.ts'

/** Every section with its title in front of each row; heads of columns are rows too. */
export function evidenceCsv(
  { title, subtitle, summary, sections, proof }: Sheet,
  words: EvidenceWords,
): string {
  const lines = sections.flatMap((section): Cell[][] => {
    const heads = section.columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label))
    const head = heads.some((label) => label !== '') ? [[section.title, ...heads]] : []
    return [...head, ...section.rows.map((row) => [section.title, ...row])]
  })
  const sum: Cell[][] = summary
    ? [[summary.label, summary.value], ...summary.taxed.map((row) => [...row])]
    : []
  const rows: Cell[][] = [[title, subtitle], ...sum, ...lines, ...proof.map((row) => [...row])]
  return CSV_BOM + rows.map((row) => csvRecord(row.map((cell) => computed(cell, words)))).join('')
}
