import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LINES, type LogCode } from './lines.ts'

const DOCUMENT = new URL('../../../../docs/operations.md', import.meta.url)

it('docs/operations.md has a row for each code, with its level, and no other', () => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const section = text.slice(text.indexOf('### Every line'), text.indexOf('### Event loop'))
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` \| (\w+) \| [^|]+ \|/gm)].map(([, code, level]) => [
    code,
    level,
  ])
  const codes = Object.keys(LINES) as LogCode[]
  expect(rows.toSorted()).toEqual(codes.map((code) => [code, LINES[code].level]).toSorted())
})
