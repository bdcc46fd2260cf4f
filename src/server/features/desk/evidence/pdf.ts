import { inTurns } from '../../../adapters/in-turns.ts'
import type { EvidenceWords } from '../../../text/evidence/es.ts'
import type { Column, Section, Sheet } from './sheet.ts'

const MARGIN = 48
const SIZE = { title: 18, subtitle: 12, heading: 11, text: 8, total: 14, small: 7 }
const INK = { text: '#1b1f23', soft: '#5a6472', line: '#c9d1d9', brand: '#0b605f' }
const GAP = 5
/** Between columns: readers that have other fonts write wider. */
const GUTTER = 10

type Document = PDFKit.PDFDocument

/**
 * The sheet as PDF on letter paper. The same sheet gives the same bytes: its creation date is that of the issue, and the
 * file's id is made of that. The library is loaded with the first call, because most processes never need it.
 */
export async function evidencePdf(sheet: Sheet, words: EvidenceWords, issuedAt: Date): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc: Document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: words.locale,
    displayTitle: true,
    info: {
      Title: `${sheet.title} ${sheet.subtitle}`,
      Creator: 'Acarreo',
      Producer: 'Acarreo',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  await inTurns(draw(doc, sheet, words))
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** Yields after each row: the month of a client has thousands. */
function* draw(
  doc: Document,
  { title, subtitle, sections, total, proof }: Sheet,
  words: EvidenceWords,
): Generator<void, void> {
  doc.font('Helvetica-Bold').fontSize(SIZE.title).fillColor(INK.brand).text(title)
  doc.fontSize(SIZE.subtitle).fillColor(INK.text).text(subtitle)
  for (const section of sections) yield* drawSection(doc, section)
  if (total) drawTotal(doc, total)
  heading(doc, words.proof, 80)
  for (const [label, value] of proof) {
    doc.font('Helvetica').fontSize(SIZE.small).fillColor(INK.soft).text(label)
    doc.font('Courier').fontSize(SIZE.small).fillColor(INK.text).text(value)
  }
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Within the margin, where text would begin a new page.
    doc.page.margins.bottom = 0
    doc.font('Helvetica').fontSize(SIZE.small).fillColor(INK.soft)
    const y = doc.page.height - MARGIN + 14
    doc.text(subtitle, MARGIN, y, { lineBreak: false })
    const number = words.page(page - start + 1, count)
    doc.text(number, doc.page.width - MARGIN - doc.widthOfString(number), y, { lineBreak: false })
    yield
  }
}

const lineWidth = (doc: Document): number => doc.page.width - 2 * MARGIN
/** Of the text in a column; the last one reaches to the margin. */
const textWidth = (doc: Document, columns: readonly Column[], i: number): number =>
  (columns[i]?.width ?? 0) * lineWidth(doc) - (i === columns.length - 1 ? 0 : GUTTER)
const bottomOf = (doc: Document): number => doc.page.height - MARGIN

/** On the next page, unless so many points are left. */
function keep(doc: Document, height: number): void {
  if (doc.y + height > bottomOf(doc)) doc.addPage()
}

function heading(doc: Document, title: string, withNext: number): void {
  keep(doc, withNext)
  doc.x = MARGIN
  doc.moveDown(0.8)
  doc.font('Helvetica-Bold').fontSize(SIZE.heading).fillColor(INK.brand).text(title)
  doc.y += 2
}

function* drawSection(doc: Document, { title, columns, rows, empty }: Section): Generator<void, void> {
  if (rows.length === 0 && empty === undefined) return
  heading(doc, title, 60)
  doc.font('Helvetica').fontSize(SIZE.text).fillColor(INK.text)
  if (rows.length === 0) {
    doc.text(empty ?? '')
    return
  }
  let table = beginTable(doc, columns)
  for (const row of rows) {
    const cells = row.map((cell) => (cell === null ? '' : String(cell)))
    // The library would go on without the heads.
    if (doc.y + heightOf(doc, columns, cells) > bottomOf(doc)) {
      doc.addPage()
      table = beginTable(doc, columns)
    }
    table.row(cells)
    yield
  }
}

function heightOf(doc: Document, columns: readonly Column[], cells: readonly string[]): number {
  const heights = cells.map((text, i) => doc.heightOfString(text, { width: textWidth(doc, columns, i) }))
  return Math.max(...heights) + GAP
}

/** With its heads, where it has any. */
function beginTable(doc: Document, columns: readonly Column[]): PDFKit.Mixins.PDFTableObject {
  const hasHead = columns.some(({ label }) => label !== '')
  const table = doc.table({
    defaultStyle: { border: { bottom: 0.5, top: 0, left: 0, right: 0 }, borderColor: INK.line },
    columnStyles: columns.map(({ width, right }, i) => ({
      width: width * lineWidth(doc),
      padding: { top: GAP / 2, bottom: GAP / 2, left: 0, right: i === columns.length - 1 ? 0 : GUTTER },
      align: { x: right ? 'right' : 'left' },
      textColor: !hasHead && i === 0 ? INK.soft : INK.text,
    })),
  })
  if (hasHead) {
    table.row(
      columns.map(({ label }) => ({ text: label, textColor: INK.soft, font: { src: 'Helvetica-Bold' } })),
    )
  }
  return table
}

function drawTotal(doc: Document, { label, value }: { label: string; value: string }): void {
  keep(doc, 40)
  doc.moveDown(0.6)
  const top = doc.y
  doc.font('Helvetica-Bold').fontSize(SIZE.total).fillColor(INK.brand)
  doc.text(label, MARGIN, top, { lineBreak: false })
  doc.text(value, MARGIN + lineWidth(doc) - doc.widthOfString(value), top, { lineBreak: false })
  doc.x = MARGIN
  doc.y = top + SIZE.total + 6
}
