import { inflateSync } from 'node:zlib'

/** The text of a PDF whose fonts are those that every reader has: what its compressed streams show, in their order. */
export function pdfText(file: Buffer): string {
  const raw = file.toString('latin1')
  let text = ''
  for (const { index, 0: mark } of raw.matchAll(/stream\r?\n/g)) {
    if (raw.slice(index - 3, index) === 'end') continue
    const start = index + mark.length
    let content: string
    try {
      content = inflateSync(file.subarray(start, raw.indexOf('endstream', start))).toString('latin1')
    } catch {
      continue
    }
    for (const [, shown = ''] of content.matchAll(/\[(.*?)\] TJ/g)) {
      for (const [, hex = ''] of shown.matchAll(/<([0-9a-f]*)>/g))
        text += Buffer.from(hex, 'hex').toString('latin1')
      text += '\n'
    }
  }
  return text
}
