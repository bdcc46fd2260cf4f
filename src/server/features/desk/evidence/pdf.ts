import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { EvidenceWords } from '../../../text/evidence/es.ts'
import { drawable, isDrawable } from './drawable.ts'
import type { Column, Section, Sheet } from './sheet.ts'
import { shown } from './written-cell.ts'

const MARGIN = 48
const SIZE = { title: 18, subtitle: 12, heading: 11, text: 8, sum: 20, small: 7 }
const INK = { text: '#1b1f23', soft: '#5a6472', line: '#c9d1d9', brand: '#0b605f' }
const GAP = 5
/** Between columns. */
const GUTTER = 10

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

const fontFile = (name: string): Promise<Buffer> =>
  readFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** A megabyte and a half, read with the first PDF: most processes write none. */
let fonts: Promise<readonly [plain: Buffer, bold: Buffer]> | undefined

/**
 * The sheet as a tagged PDF on letter paper, with its own fonts. The same sheet gives the same bytes: its creation date is
 * that of the issue, and the file's id is made of that.
 */
export async function evidencePdf(sheet: Sheet, words: EvidenceWords, issuedAt: Date): Promise<Buffer> {
  fonts ??= Promise.all([fontFile('DejaVuSansCondensed'), fontFile('DejaVuSansCondensed-Bold')])
  const [{ default: PDFDocument }, [plain, bold]] = await Promise.all([import('pdfkit'), fonts])
  const doc: Document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: words.locale,
    displayTitle: true,
    info: {
      Title: sheet.fileTitle,
      Creator: 'Acarreo',
      Producer: 'Acarreo',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  doc.registerFont('plain', plain).registerFont('bold', bold)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  draw(doc, sheet, words)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function draw(doc: Document, sheet: Sheet, words: EvidenceWords): void {
  const { title, subtitle, summary, sections, proof } = sheet
  const root = doc.struct('Document')
  doc.addStructure(root)
  const write = (tag: string, text: string, look: Look): void => writeText(doc, root, tag, text, look)
  write('H1', title, { bold: true, size: SIZE.title, ink: INK.brand })
  write('P', subtitle, { bold: true, size: SIZE.subtitle })
  if (summary) {
    doc.moveDown(0.6)
    write('P', summary.label, { size: SIZE.heading, ink: INK.soft })
    write('P', shown(summary.value, words), { bold: true, size: SIZE.sum, ink: INK.brand })
    for (const [label, value] of summary.taxed) {
      write('P', `${label}: ${shown(value, words)}`, { bold: true, size: SIZE.heading })
    }
    for (const line of summary.lines) write('P', line, { size: SIZE.text + 1 })
  }
  for (const section of sections) drawSection(doc, root, section, words)
  heading(doc, root, words.proof, 80)
  for (const [label, value] of proof) {
    write('P', label, { size: SIZE.small, ink: INK.soft })
    write('P', value, { size: SIZE.text })
  }
  if (!isDrawable(JSON.stringify(sheet))) write('P', words.codes, { size: SIZE.small, ink: INK.soft })
  root.end()
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Within the margin, where text would begin a new page.
    doc.page.margins.bottom = 0
    artifact(doc, 'Pagination', () => {
      doc.font('plain').fontSize(SIZE.small).fillColor(INK.soft)
      const y = doc.page.height - MARGIN + 14
      doc.text(drawable(subtitle), MARGIN, y, { lineBreak: false })
      const number = words.page(page - start + 1, count)
      doc.text(number, doc.page.width - MARGIN - doc.widthOfString(number), y, { lineBreak: false })
    })
  }
}

interface Look {
  bold?: boolean
  size: number
  ink?: string
}

function writeText(doc: Document, parent: Element, tag: string, text: string, look: Look): void {
  const { bold = false, size, ink = INK.text } = look
  const write = (): void => {
    doc
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(ink)
      .text(drawable(text), MARGIN)
  }
  parent.add(doc.struct(tag, {}, write))
}

/** What a reader for the blind passes over. */
function artifact(doc: Document, type: 'Layout' | 'Pagination', write: () => void): void {
  doc.markContent('Artifact', { type })
  write()
  doc.endMarkedContent()
}

const lineWidth = (doc: Document): number => doc.page.width - 2 * MARGIN

/** On the next page, unless so many points are left. Returns whether it is the next. */
function keep(doc: Document, height: number): boolean {
  const isFull = doc.y + height > doc.page.height - MARGIN
  if (isFull) {
    joinContent(doc)
    doc.addPage()
  }
  return isFull
}

/**
 * A page waits for its number as a list of every operator that draws it: of thousands of visits, these are millions of
 * objects. As one, a page is some kilobytes.
 */
function joinContent({ page }: Document): void {
  const content = page.content as unknown as { buffer: Uint8Array[] }
  content.buffer = [Buffer.concat(content.buffer)]
}

function heading(doc: Document, root: Element, title: string, withNext: number): void {
  keep(doc, withNext)
  doc.moveDown(0.8)
  writeText(doc, root, 'H2', title, { bold: true, size: SIZE.heading, ink: INK.brand })
  doc.y += 2
}

function drawSection(
  doc: Document,
  root: Element,
  { title, columns, rows, empty, note }: Section,
  words: EvidenceWords,
): void {
  if (rows.length === 0 && empty === undefined) return
  heading(doc, root, title, 60)
  if (rows.length === 0) {
    writeText(doc, root, 'P', empty ?? '', { size: SIZE.text })
    return
  }
  const heads = columns.map(({ label }) => label)
  const hasHead = heads.some((label) => label !== '')
  const table = doc.struct('Table')
  root.add(table)
  const headHeight = heightOf(doc, columns, heads)
  if (hasHead) drawRow(doc, table, { columns, cells: heads, height: headHeight, kind: 'heads' })
  for (const row of rows) {
    const cells = row.map((cell) => shown(cell, words))
    const height = heightOf(doc, columns, cells)
    if (keep(doc, height) && hasHead) {
      artifact(doc, 'Pagination', () =>
        drawRow(doc, null, { columns, cells: heads, height: headHeight, kind: 'heads' }),
      )
    }
    drawRow(doc, table, { columns, cells, height, kind: hasHead ? 'cells' : 'facts' })
  }
  table.end()
  if (note !== undefined) {
    doc.y += 2
    writeText(doc, root, 'P', note, { size: SIZE.small, ink: INK.soft })
  }
}

/** Where the text of each column begins, and how wide it may be; the last one reaches to the margin. */
function* placed(doc: Document, columns: readonly Column[]): Generator<{ x: number; width: number }> {
  let x = MARGIN
  for (const [i, column] of columns.entries()) {
    const width = column.width * lineWidth(doc)
    yield { x, width: width - (i === columns.length - 1 ? 0 : GUTTER) }
    x += width
  }
}

function heightOf(doc: Document, columns: readonly Column[], cells: readonly string[]): number {
  doc.font('plain').fontSize(SIZE.text)
  const heights = [...placed(doc, columns)].map(({ width }, i) =>
    doc.heightOfString(drawable(cells[i] ?? ''), { width }),
  )
  return Math.max(...heights) + GAP
}

interface Row {
  columns: readonly Column[]
  cells: readonly string[]
  /** In points, with the space around it. */
  height: number
  kind: 'heads' | 'facts' | 'cells'
}

/** Which cells it is the head of. The types of the library do not know it yet. */
const scopeOf = (kind: 'heads' | 'facts'): PDFKit.Mixins.StructureElementOptions & { scope: string } => ({
  scope: kind === 'heads' ? 'Column' : 'Row',
})

/** With the line below it. `table` null: heads that were there before, on another page. */
function drawRow(doc: Document, table: Element | null, { columns, cells, height, kind }: Row): void {
  const top = doc.y + GAP / 2
  const bottom = doc.y + height
  const row = table && doc.struct('TR')
  if (row) table.add(row)
  for (const [i, { x, width }] of [...placed(doc, columns)].entries()) {
    const isHead = kind === 'heads' || (kind === 'facts' && i === 0)
    const write = (): void => {
      doc
        .font(kind === 'heads' ? 'bold' : 'plain')
        .fontSize(SIZE.text)
        .fillColor(isHead ? INK.soft : INK.text)
        .text(drawable(cells[i] ?? ''), x, top, { width, align: columns[i]?.right ? 'right' : 'left' })
    }
    if (!row) write()
    else if (isHead) row.add(doc.struct('TH', scopeOf(kind), write))
    else row.add(doc.struct('TD', {}, write))
  }
  row?.end()
  const line = (): void => {
    doc
      .moveTo(MARGIN, bottom)
      .lineTo(MARGIN + lineWidth(doc), bottom)
      .lineWidth(0.5)
      .stroke(INK.line)
  }
  if (table) artifact(doc, 'Layout', line)
  else line()
  doc.x = MARGIN
  doc.y = bottom
}
