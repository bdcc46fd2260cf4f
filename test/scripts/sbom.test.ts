import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { everyPackage, sbomOf } from '../../scripts/lib/sbom.mjs'

const { dependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { dependencies: Record<string, string> }
const LICENCES = '# Licenses\n\n## react - REACT (MIT)\n\nMIT License\n\n## not a heading of a package\n'

it('names what the server runs with and what is in the page, and nothing else, the same each time', async () => {
  const all = await everyPackage()
  const react = all.components.find(({ name }) => name === 'react')?.version ?? ''
  const licences = LICENCES.replace('REACT', react)
  const bom = sbomOf(all, licences)
  const versions = new Map(bom.components.map(({ name, version }) => [name, version]))
  expect(Object.keys(dependencies).filter((name) => versions.get(name) !== dependencies[name])).toEqual([])
  expect(versions.get('react')).toBe(react)
  expect(['vitest', 'typescript', 'vite'].filter((name) => versions.has(name))).toEqual([])
  const refs = new Set(bom.components.map((component) => component['bom-ref']))
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  expect(bom.metadata.component.name).toBe('acarreo')
  expect(JSON.stringify(sbomOf(await everyPackage(), licences))).toBe(JSON.stringify(bom))
}, 60_000)

it('does not end when the page holds a package that no lock file names', async () => {
  const all = await everyPackage()
  expect(() => sbomOf(all, '## nobody - 1.0.0 (MIT)\n')).toThrow('nobody@1.0.0')
}, 60_000)
