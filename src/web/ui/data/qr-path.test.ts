import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath } from './qr-path.ts'

describe('the outline of a QR code', () => {
  it('joins the dark modules of a row', () => {
    expect(
      qrPath([
        [true, true, false, true],
        [false, false, false, false],
        [false, true, true, true],
      ]),
    ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z')
  })

  it('covers exactly the dark modules of a real code', () => {
    const { data } = encode('https://acarreo.example/auth?invitation=abc', { ecc: 'M' })
    const drawn = data.map((row) => row.map(() => false))
    for (const [, x, y, width] of qrPath(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let i = 0; i < Number(width); i++) {
        const row = drawn[Number(y)]
        if (row) row[Number(x) + i] = true
      }
    }
    expect(drawn).toEqual(data)
  })
})
