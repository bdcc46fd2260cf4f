import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const read = (sheet: string): string =>
  readFileSync(fileURLToPath(new URL(`../../src/web/${sheet}`, import.meta.url)), 'utf8')

const sheets = `${read('styles/scheme.css')}${read('ui/haulage/phase.css')}`.replace(
  /\/\*.*?\*\/|@media[^{]*\{/gs,
  '',
)
const banner = read('features/driver/operation/components/status-banner.module.css')

type Colour = readonly [number, number, number]

function colourOf(hex: string): Colour {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Colour
}

/** Name and colour of every variable of the blocks that `selector` finds. */
const coloursOf = (selector: RegExp): Map<string, Colour> =>
  new Map(
    [...sheets.matchAll(/([^{}]+)\{([^{}]*)/g)]
      .filter(([, selectors = '']) => selector.test(selectors.trim()))
      .flatMap(([, , block = '']) => [...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)])
      .map(([, name = '', hex = '']) => [name, colourOf(hex)]),
  )

const light = coloursOf(/^:root$/)
const dark = new Map([...light, ...coloursOf(/^:root(:not\()?\[data-mantine-color-scheme/)])

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Under the stripes of what is stale, which axe does not judge. */
const striped = (ground: Colour, stripe: number): Colour =>
  ground.map((part) => part + (stripe - part) * 0.08) as unknown as Colour

const PHASES = ['driving', 'waiting', 'working', 'stopped', 'done', 'stale']

for (const [scheme, colours, stripe] of [
  ['light', light, 0],
  ['dark', dark, 255],
] as const) {
  const get = (name: string): Colour => {
    const found = colours.get(name)
    if (!found) throw new Error(`no colour ${name}`)
    return found
  }
  describe(`in the ${scheme} scheme`, () => {
    test.each(PHASES)('the words of %s can be read on each of its grounds, striped too', (phase) => {
      const [band, onBand, soft, ink] = ['band', 'on-band', 'soft', 'ink'].map((part) =>
        get(`phase-${phase}-${part}`),
      ) as [Colour, Colour, Colour, Colour]
      for (const [ground, words] of [
        [band, onBand],
        [striped(band, stripe), onBand],
        [soft, ink],
        [striped(soft, stripe), ink],
        [get('surface'), ink],
        [get('page'), ink],
      ] as const)
        expect.soft(contrast(ground, words)).toBeGreaterThanOrEqual(4.5)
    })

    test('what is quiet can be read, and edges can be seen', () => {
      for (const ground of [get('surface'), get('page')]) {
        expect.soft(contrast(ground, get('ink-soft'))).toBeGreaterThanOrEqual(4.5)
        expect.soft(contrast(ground, get('line-strong'))).toBeGreaterThanOrEqual(3)
      }
    })
  })
}

test('the banner of waiting can be read at night, striped too, and is no brighter than the others', () => {
  const [ground, words] = [...banner.matchAll(/color: (#[0-9a-f]{3,6});/g)].map(([, hex = '']) =>
    colourOf(hex),
  )
  if (!ground || !words) throw new Error('the banner has no night colours')
  expect(contrast(ground, words)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(striped(ground, 255), words)).toBeGreaterThanOrEqual(4.5)
  expect(luminance(ground)).toBeLessThan(0.15)
})
