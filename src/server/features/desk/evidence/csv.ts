import { CSV_BOM, csvRecord } from '#domain/csv/csv'
import type { Sheet } from './sheet.ts'

/** Every section with its title in front of each row; heads of columns are rows too. */
export function evidenceCsv({ title, subtitle, sections, total, proof }: Sheet): string {
  const rows = [[title, subtitle]]
  const lines = sections.flatMap((section) => {
    const heads = section.columns.map(({ label }) => label)
    const head = heads.some((label) => label !== '') ? [[section.title, ...heads]] : []
    return [...head, ...section.rows.map((row) => [section.title, ...row])]
  })
  const sum = total ? [[total.label, total.value]] : []
  return CSV_BOM + [...rows, ...lines, ...sum, ...proof].map(csvRecord).join('')
}
