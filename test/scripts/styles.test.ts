import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { UNUSED_COLORS } from '../../vite.config.ts'

const web = fileURLToPath(new URL('../../src/web/', import.meta.url))
const read = (path: string): string => readFileSync(web + path, 'utf8')

const TOKENS = 'styles/tokens.css'
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
const sheets = files
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: read(path).replace(/\/\*.*?\*\//gs, '') }))

const components = files.filter((path) => /\.tsx?$/.test(path)).map(read)

const BREAKPOINTS = new Set([
  '(width < 24em)',
  '(width < 48em)',
  '(width < 62em)',
  '(width >= 48em)',
  '(width >= 62em)',
  '(width >= 75em)',
  '(48em <= width < 75em)',
])

/** `path: declaration` of every declaration of `property` whose value `isWrong`. */
const wrong = (property: RegExp, isWrong: RegExp): string[] =>
  sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)]
      .filter(([, name = '', value = '']) => property.test(name) && isWrong.test(value))
      .map(([declaration]) => `${path}: ${declaration}`),
  )

describe('style sheets', () => {
  test('take font sizes, radii and spacing from the tokens', () => {
    // Points are for paper, and a hairline is no spacing.
    expect(wrong(/^font-size$/, /\d(px|r?em)\b/)).toEqual([])
    expect(wrong(/^border-([a-z]+-)*radius$/, /\d(px|r?em|%)/)).toEqual([])
    expect(
      wrong(/^((row|column)-)?gap$|^(padding|margin)(-|$)/, /(?<![\d.])(?!1px)[\d.]+(px|rem)\b/),
    ).toEqual([])
  })

  test('use no token that does not exist', () => {
    const defined = new Set(read(TOKENS).match(/--[\w-]+(?=:)/g))
    const used = sheets.flatMap(
      ({ text }) => text.match(/(?<=var\()--(space|text|radius|touch)[\w-]*/g) ?? [],
    )
    expect(used.filter((name) => !defined.has(name))).toEqual([])
  })

  test('name no colour of Mantine that the build leaves out', () => {
    const leftOut = new RegExp(
      `mantine-color-(?:${UNUSED_COLORS})\\b|['"](?:${UNUSED_COLORS})(?:\\.\\d)?['"]`,
    )
    const texts = [...sheets.map(({ text }) => text), ...components]
    expect(texts.filter((text) => leftOut.test(text))).toEqual([])
  })

  test('share three breakpoints, and one for the smallest phones', () => {
    const asked = sheets.flatMap(({ text }) => text.match(/(?<=@media[^{]*)\([^)]*\bwidth\b[^)]*\)/g) ?? [])
    expect(asked.filter((query) => !BREAKPOINTS.has(query))).toEqual([])
  })

  test('compose nothing: what screens share is a component', () => {
    expect(wrong(/^composes$/, /./)).toEqual([])
  })

  test('hold no class that no component names', () => {
    const dead = sheets
      .filter(({ path }) => path.endsWith('.module.css'))
      .flatMap(({ path, text }) => {
        const source = components.filter((text) => text.includes(`/${basename(path)}'`)).join('\n')
        // Handed on as a whole, to be picked from by a phase or elsewhere.
        if (/\bclasses(,|\[)/.test(source)) return []
        const selectors = text.replace(/:global\([^)]*\)/g, '').replace(/\{[^{}]*\}/g, '{}')
        const names = new Set(selectors.match(/(?<=\.)[a-z][\w-]*/gi))
        return [...names]
          .filter((name) => !RegExp(`\\.${name}\\b`).test(source))
          .map((name) => `${path}: .${name}`)
      })
    expect(dead).toEqual([])
  })
})
