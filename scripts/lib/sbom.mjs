import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from './install.mjs'
import { projectRoot } from './root.mjs'
import { run, ScriptFailure } from './run.mjs'

/** @typedef {{ name: string, value: string }} Property */
/** @typedef {{ 'bom-ref': string, name: string, version: string, scope?: string, properties?: Property[] }} Component */
/** @typedef {{ ref: string, dependsOn: string[] }} Dependency */
/** @typedef {{ serialNumber?: string, metadata: { timestamp?: string, component: Component }, components: Component[], dependencies: Dependency[] }} Bom */

const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * The software bill of materials of what a build contains (CycloneDX 1.5): the packages that the server runs with, on every
 * platform, and those whose code is in the page, which npm counts as development packages. Without serial number and time:
 * the same lock file and page give the same text.
 * @param {Bom} all of every package in the lock file, as `npm sbom` writes it
 * @param {string} licences the page's licencias.txt, with a heading `## name - version (licence)` for each package
 * @returns {Bom}
 */
export function sbomOf({ serialNumber: _, metadata: { timestamp: __, ...metadata }, ...all }, licences) {
  const inPage = new Set(
    [...licences.matchAll(/^## (\S+) - (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`),
  )
  const components = all.components.flatMap((component) => {
    const properties = component.properties?.filter(({ name }) => name !== DEVELOPMENT)
    if (inPage.delete(`${component.name}@${component.version}`)) {
      return [{ ...component, properties: [...(properties ?? []), { name: 'acarreo:page', value: 'true' }] }]
    }
    return properties?.length === component.properties?.length ? [component] : []
  })
  if (inPage.size > 0) throw new ScriptFailure(`No están en package-lock.json: ${[...inPage].join(', ')}.`)
  const root = metadata.component['bom-ref']
  const kept = new Set([root, ...components.map((component) => component['bom-ref'])])
  return {
    ...all,
    // npm names it after the folder.
    metadata: { ...metadata, component: { ...metadata.component, name: root.replace(/@[^@]*$/, '') } },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  }
}

/** Asks npm, which needs neither network nor installed packages for it. Returns what `sbomOf` takes. */
export async function everyPackage() {
  const { program, before, shell } = npmCommand()
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'error']
  const { code, output } = await run(program, [...before, ...asked], { capture: true, shell })
  if (code !== 0)
    throw new ScriptFailure(
      `${output.trimEnd()}\nNo se pudo escribir la lista de componentes (código ${code}).`,
    )
  return /** @type {Bom} */ (JSON.parse(output))
}

/**
 * Writes `dist/sbom.cdx.json`, beside what is served.
 * @param {Bom} all
 */
export function writeSbom(all) {
  const licences = readFileSync(join(projectRoot, 'dist/public/licencias.txt'), 'utf8')
  writeFileSync(
    join(projectRoot, 'dist/sbom.cdx.json'),
    `${JSON.stringify(sbomOf(all, licences), null, 2)}\n`,
  )
}
