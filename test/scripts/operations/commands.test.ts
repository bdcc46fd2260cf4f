import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/lib/root.mjs'
import { declares } from '../declares.ts'
import { blocks, inlineCommands } from './document.ts'
import { blockProofs, inlineProofs, type Proof } from './proofs.ts'

const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')

test('every block of the pages that somebody copies is in the table, and nothing else', () => {
  expect(blocks.map(({ key }) => key).sort()).toEqual(Object.keys(blockProofs).sort())
})

test('every command within a sentence is in the table, and nothing else', () => {
  expect([...inlineCommands].sort()).toEqual(Object.keys(inlineProofs).sort())
})

test('every test that the table names is there', () => {
  const named = [...Object.values<Proof>(blockProofs), ...Object.values<Proof>(inlineProofs)].flatMap(
    (proof) => ('test' in proof ? [proof.test] : []),
  )
  expect(named.length).toBeGreaterThan(25)
  const missing = named.filter((proof) => {
    const [file = '', name = ''] = proof.split(' › ')
    return !existsSync(join(projectRoot, file)) || !declares(textOf(file), name)
  })
  expect(missing).toEqual([])
})

test('every npm command of the pages is a script of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  const typed = [...blocks.map(({ text }) => text), ...inlineCommands].join('\n')
  const named = [...typed.matchAll(/\bnpm (?:run )?([a-z][\w-]*)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !(name in scripts) && name !== 'ci')).toEqual([])
})

test('every section that a line of the product names is one of the document', () => {
  const texts = ['database', 'doctor', 'embedded-postgres'].map((name) =>
    textOf(`src/server/text/${name}.ts`),
  )
  const named = [...texts.join('').matchAll(/«([^»]+)» en docs\/operations\.md/g)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(3)
  const headings = [...textOf('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
  expect(named.filter((name) => !headings.includes(name))).toEqual([])
})

test('every link within the pages, and to files, leads somewhere', () => {
  const anchor = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-')
  const anchorsIn = (file: string): string[] =>
    [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading))
  const broken = ['docs/operations.md', 'docs/runbook.md'].flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [path = '', fragment] = target.split('#')
        const file = path === '' ? page : join('docs', path)
        return (
          !existsSync(join(projectRoot, file)) ||
          (fragment !== undefined && !anchorsIn(file).includes(fragment))
        )
      }),
  )
  expect(broken).toEqual([])
})
