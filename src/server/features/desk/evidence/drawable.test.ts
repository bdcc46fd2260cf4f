import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { drawable, isDrawable } from './drawable.ts'

const file = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** The library keeps the font to itself. */
interface Opened {
  _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } }
}

describe('text of the PDF', () => {
  it('writes what no font has as its code', () => {
    expect(drawable('→ ✓ Łódź 测试 ñ Ω Ж')).toBe('→ ✓ Łódź [U+6D4B][U+8BD5] ñ Ω Ж')
    expect(drawable('a\u202Eb\n😀')).toBe('a[U+202E]b [U+1F600]')
    expect([isDrawable('Łódź\n→'), isDrawable('测')]).toEqual([true, false])
    expect(isDrawable('测')).toBe(false)
  })

  it.each(['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'])(
    'has a glyph in %s for every other character',
    (name) => {
      const doc = new PDFDocument({ font: file(name) as unknown as string })
      const { font } = (doc as unknown as Opened)._font
      const missing: string[] = []
      for (let code = 0x20; code < 0x3000; code++) {
        const text = String.fromCodePoint(code)
        if (/\p{Assigned}/u.test(text) && isDrawable(text) && !font.hasGlyphForCodePoint(code))
          missing.push(code.toString(16))
      }
      expect(missing).toEqual([])
      expect(font.hasGlyphForCodePoint(0x6d4b)).toBe(false)
    },
  )
})
