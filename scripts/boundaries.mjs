// `node scripts/boundaries.mjs` checks the import boundaries, and then checks the checkers: it plants a violation of each
// kind in src and expects every responsible gate to go red at that file. A gate that silently reads nothing fails here.
// `--tree` does the first half only.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** @param {Reds} reds @returns {Promise<string[]>} what it says of files that are not planted */
async function biome(reds) {
  const only = boundaryRules.map((rule) => `--only=${rule}`)
  const options = ['--reporter=github', '--max-diagnostics=none', '--diagnostic-level=error', ...only]
  const { code, output } = await runPackage('@biomejs/biome/bin/biome', ['lint', ...options, 'src'], {
    capture: true,
  })
  /** @type {string[]} */
  const words = []
  let found = 0
  for (const [, gate = '', path = '', line, message] of output.matchAll(
    /title=(lint\/[\w/]+),file=([^,]+),line=(\d+)[^:]*::(.*)/g,
  )) {
    const file = path.replaceAll('\\', '/').replace(`${projectRoot.replaceAll('\\', '/')}/`, '')
    note(reds, file, gate)
    if (!isProbe(file)) words.push(`${file}:${line} ${message}`)
    found += 1
  }
  // Red without a file named is a broken configuration or a changed report: never a pass, never a catch.
  if ((code !== 0) !== found > 0)
    throw new Error(`Biome ended with code ${code} naming ${found} files:\n${output}`)
  return words
}

/**
 * The compiler: `lib` and `types` of each module decide which globals exist. It goes on from what the last `tsc -b` knows, so
 * that it checks the planted files alone.
 * @param {Reds} reds
 */
async function types(reds) {
  for (const module of modules) {
    const folder = join(projectRoot, 'src', module)
    const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))
    const known = join(folder, compilerOptions.tsBuildInfoFile)
    // Beside it: the paths in it are relative.
    const own = `${known}-probes`
    try {
      if (existsSync(known)) copyFileSync(known, own)
      else mkdirSync(dirname(own), { recursive: true })
      const args = ['-p', folder, '--noEmit', '--tsBuildInfoFile', own, '--pretty', 'false']
      const { output } = await runPackage('typescript/bin/tsc', args, { capture: true })
      // 2304, 2552, 2580, 2584, 2591: a global name that this module does not have.
      for (const [, file = ''] of output.matchAll(
        /^(\S+?)\(\d+,\d+\): error TS(?:2304|2552|2580|2584|2591):/gm,
      )) {
        note(reds, file, 'types')
      }
    } finally {
      rmSync(own, { force: true })
    }
  }
}

/**
 * Plants, judges, clears.
 * @returns {Promise<{ faults: string[], words: string[] }>} where the gates were blind or saw ghosts, and what Biome says of
 * the tree: it takes longest, and so judges the planted files and the others in one run
 */
async function proveGates() {
  /** @type {Reds} */
  const reds = new Map()
  /** @type {string[]} */
  let words = []
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
    words = await biome(reds)
  } finally {
    removeProbes(projectRoot)
  }
  const faults = probes.flatMap(({ file, caughtBy }) => {
    const gates = reds.get(file) ?? new Set()
    if (caughtBy.length === 0)
      return gates.size === 0 ? [] : [`${file} is allowed, yet red: ${[...gates].join(', ')}`]
    return caughtBy.filter((gate) => !gates.has(gate)).map((gate) => `${file} was not caught by ${gate}`)
  })
  return { faults, words }
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

const isTreeAlone = process.argv.includes('--tree')
const before = [...complaints(), ...(isTreeAlone ? await biome(new Map()) : [])]
if (before.length > 0) {
  failWith('Imports across a boundary:', before)
} else if (!isTreeAlone) {
  const { faults, words } = await proveGates()
  const after = complaints()
  if (words.length > 0) failWith('Imports across a boundary:', words)
  else if (faults.length > 0) failWith('Gates that do not hold:', faults)
  else if (after.length > 0) failWith('Still red after the probes were removed:', after)
  else {
    const planted = probes.filter(({ caughtBy }) => caughtBy.length > 0).length
    console.log(
      `Boundaries hold: ${sourceFiles(projectRoot).length} files, ${planted} planted violations caught, ${probes.length - planted} allowed files left alone.`,
    )
  }
}
