// `node scripts/boundaries.mjs` checks the import boundaries, and then checks the checkers: it plants a violation of each
// kind in src and expects every responsible gate to go red at that file. A gate that silently reads nothing fails here.
// `--tree` does the first half only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { graphViolations } from './lib/boundary-graph.mjs'
import { isProbe, plantProbes, probes, probeTable, removeProbes } from './lib/boundary-probes.mjs'
import { crowdedFolders, violationsOf } from './lib/boundary-rules.mjs'
import { scanFile, sourceFiles } from './lib/boundary-scan.mjs'
import { table } from './lib/boundary-table.mjs'
import { projectRoot } from './lib/root.mjs'
import { runPackage } from './lib/run.mjs'

/** Complaints of the gates: file -> the gates that went red at it. @typedef {Map<string, Set<string>>} Reds */

/** The Biome rules about boundaries. The others belong to the lint step. */
const boundaryRules = [
  'style/noRestrictedImports',
  'style/noRestrictedGlobals',
  'style/noProcessEnv',
  'suspicious/noImportCycles',
  'nursery/noFloatingPromises',
]
const modules = ['domain', 'contract', 'embedded-postgres', 'server', 'web']

const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
)
const serverPackages = { ...dependencies, ...optionalDependencies }

/** @param {Reds} reds @param {string} file @param {string} gate */
function note(reds, file, gate) {
  const gates = reds.get(file) ?? new Set()
  reds.set(file, gates.add(gate))
}

/** Of files that no probe replaces: the tree is read four times, and parsing it takes longest. @type {Map<string, ReturnType<typeof scanFile>>} */
const scanned = new Map()

const scanTree = () =>
  sourceFiles(projectRoot).map((file) => {
    const known = scanned.get(file)
    if (known) return known
    const facts = scanFile(projectRoot, file)
    if (!isProbe(file)) scanned.set(file, facts)
    return facts
  })

/** @param {Reds} reds */
function scan(reds) {
  for (const facts of scanTree()) {
    for (const { file } of violationsOf(facts, { table: probeTable, serverPackages }))
      note(reds, file, 'scan')
  }
}

/** @param {Reds} reds */
function graph(reds) {
  const { circles, pairs } = graphViolations(scanTree())
  for (const { file } of circles) note(reds, file, 'circle')
  for (const { file } of pairs) note(reds, file, 'pair')
}

/** Our own rules on the real tree. @returns {string[]} */
function complaints() {
  const tree = scanTree()
  const { circles, pairs } = graphViolations(tree)
  const own = tree.flatMap((facts) => violationsOf(facts, { table, serverPackages }))
  const crowded = crowdedFolders(sourceFiles(projectRoot))
  return [...own, ...circles, ...pairs, ...crowded].map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  )
}

/** @param {Reds} reds @param {string[]} words */
async function biome(reds, words) {
  const only = boundaryRules.map((rule) => `--only=${rule}`)
  const options = ['--reporter=github', '--max-diagnostics=none', '--diagnostic-level=error', ...only]
  const { code, output } = await runPackage('@biomejs/biome/bin/biome', ['lint', ...options, 'src'], {
    capture: true,
  })
  let found = 0
  for (const [, gate = '', path = '', line, message] of output.matchAll(
    /title=(lint\/[\w/]+),file=([^,]+),line=(\d+)[^:]*::(.*)/g,
  )) {
    const file = path.replaceAll('\\', '/').replace(`${projectRoot.replaceAll('\\', '/')}/`, '')
    note(reds, file, gate)
    words.push(`${file}:${line} ${message}`)
    found += 1
  }
  // Red without a file named is a broken configuration or a changed report: never a pass, never a catch.
  if ((code !== 0) !== found > 0)
    throw new Error(`Biome ended with code ${code} naming ${found} files:\n${output}`)
}

/** The compiler: `lib` and `types` of each module decide which globals exist. @param {Reds} reds */
async function types(reds) {
  const folder = mkdtempSync(join(tmpdir(), 'acarreo-boundaries-'))
  try {
    for (const module of modules) {
      const emitNothing = ['--noEmit', '--tsBuildInfoFile', join(folder, module)]
      const args = ['-p', `src/${module}`, ...emitNothing, '--pretty', 'false']
      const { output } = await runPackage('typescript/bin/tsc', args, { capture: true })
      // 2304, 2552, 2580, 2584, 2591: a global name that this module does not have.
      for (const [, file = ''] of output.matchAll(
        /^(\S+?)\(\d+,\d+\): error TS(?:2304|2552|2580|2584|2591):/gm,
      )) {
        note(reds, file, 'types')
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The gates on the tree as it stands. @returns {Promise<string[]>} what they complain about */
async function judgeTree() {
  const words = complaints()
  await biome(new Map(), words)
  return words
}

/** Plants, judges, clears. @returns {Promise<string[]>} where the gates were blind or saw ghosts */
async function proveGates() {
  /** @type {Reds} */
  const reds = new Map()
  try {
    // The compiler first and with its own probes alone: a planted `import 'fastify'` would bring Node's types into the
    // module and hide the missing globals.
    plantProbes(
      projectRoot,
      probes.filter(({ caughtBy }) => caughtBy.includes('types')),
    )
    await types(reds)
    removeProbes(projectRoot)
    // Alone: the other probes fill folders too.
    plantProbes(
      projectRoot,
      probes.filter(({ file }) => file.includes('-crowd')),
    )
    for (const { file } of crowdedFolders(sourceFiles(projectRoot))) note(reds, file, 'crowd')
    removeProbes(projectRoot)
    // Circles and pairs alone: the planted upward imports make pairs with the allowed ones.
    plantProbes(
      projectRoot,
      probes.filter(({ file }) => /-(circle|pair)-?/.test(file)),
    )
    graph(reds)
    plantProbes(projectRoot, probes)
    scan(reds)
    await biome(reds, [])
  } finally {
    removeProbes(projectRoot)
  }
  return probes.flatMap(({ file, caughtBy }) => {
    const gates = reds.get(file) ?? new Set()
    if (caughtBy.length === 0)
      return gates.size === 0 ? [] : [`${file} is allowed, yet red: ${[...gates].join(', ')}`]
    return caughtBy.filter((gate) => !gates.has(gate)).map((gate) => `${file} was not caught by ${gate}`)
  })
}

/** @param {string} title @param {string[]} lines */
function failWith(title, lines) {
  console.error([title, ...lines.map((line) => `  ${line}`)].join('\n'))
  process.exitCode = 1
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    removeProbes(projectRoot)
    process.exit(1)
  })
}
removeProbes(projectRoot)

const before = await judgeTree()
if (before.length > 0) {
  failWith('Imports across a boundary:', before)
} else if (!process.argv.includes('--tree')) {
  const faults = await proveGates()
  const after = await judgeTree()
  if (faults.length > 0) failWith('Gates that do not hold:', faults)
  else if (after.length > 0) failWith('Still red after the probes were removed:', after)
  else {
    const planted = probes.filter(({ caughtBy }) => caughtBy.length > 0).length
    console.log(
      `Boundaries hold: ${sourceFiles(projectRoot).length} files, ${planted} planted violations caught, ${probes.length - planted} allowed files left alone.`,
    )
  }
}
