import { inflateSync } from 'node:zlib'

/** The text of a PDF with fonts of its own, a line for each piece that it shows, in the order of its streams. */
export function pdfText(file: Buffer): string {
  const raw = file.toString('latin1')
  const object = (id: string | undefined): string =>
    new RegExp(`(?:^|\\n)${id} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(raw)?.[1] ?? ''
  const inflated = (body: string): string => {
    const start = body.indexOf('stream\n')
    if (start < 0) return ''
    return inflateSync(
      Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1'),
    ).toString('latin1')
  }
  const fonts = new Map<string, string[]>()
  for (const [, name = '', id] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    if (!fonts.has(name))
      fonts.set(name, glyphsOf(inflated(object(/ToUnicode (\d+) 0 R/.exec(object(id))?.[1]))))
  }
  let text = ''
  for (const [, id] of raw.matchAll(/\/Contents (\d+) 0 R/g)) {
    let glyphs: string[] = []
    for (const [, font, pieces] of inflated(object(id)).matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (font !== undefined) glyphs = fonts.get(font) ?? []
      else {
        for (const [, hex = ''] of (pieces ?? '').matchAll(/<([0-9a-f]*)>/g))
          for (const code of hex.match(/.{4}/g) ?? []) text += glyphs[Number.parseInt(code, 16)] ?? '?'
        text += '\n'
      }
    }
  }
  return text
}

/** What each glyph of a font stands for. */
const glyphsOf = (cmap: string): string[] =>
  [...cmap.matchAll(/\[(.*?)\]/g)].flatMap(([, row = '']) =>
    [...row.matchAll(/<([0-9a-f ]*)>/g)].map(([, units = '']) =>
      String.fromCharCode(...units.split(' ').map((unit) => Number.parseInt(unit, 16))),
    ),
  )
