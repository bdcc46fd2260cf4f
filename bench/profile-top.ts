/**
 * Where the CPU of a profile goes, by package and by function, self time: `npx tsx bench/profile-top.ts <file.cpuprofile>
 * [rows]`. A profile comes from `node --cpu-prof`, or from `bench/events.ts --profile FOLDER`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface CpuProfile {
  nodes: {
    id: number
    children?: number[]
    callFrame: { functionName: string; url: string; lineNumber: number }
  }[]
  samples: number[]
  /** Microseconds between samples. */
  timeDeltas: number[]
}

/** What the thread did not spend on anything. */
const IDLE = '(idle)'

/** Null for Node's own code and for native code: they work for the package that called them. */
function packageOf(url: string): string | null {
  if (url === '' || url.startsWith('node:')) return null
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (inPackage !== undefined) return inPackage
  return `acarreo ${/(?:dist|src)\/(?:server\/)?([^/]+)/.exec(url)?.[1] ?? url}`
}

/** Self time in percent of the busy time, largest first. */
export function topOf(file: string, rows = 25): { busyMs: number; packages: string[]; functions: string[] } {
  const profile: CpuProfile = JSON.parse(readFileSync(file, 'utf8'))
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const ownerOf = (id: number): string => {
    const self = frames.get(id)?.functionName ?? ''
    if (self.startsWith('(') && self !== '(anonymous)') return self
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const owner = packageOf(frames.get(at)?.url ?? '')
      if (owner !== null) return owner
    }
    return 'node'
  }
  const byPackage = new Map<string, number>()
  const byFunction = new Map<string, number>()
  let busy = 0
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id)
    if (!frame || frame.functionName === IDLE) return
    const micros = profile.timeDeltas[index] ?? 0
    const { functionName, url, lineNumber } = frame
    busy += micros
    const name = ownerOf(id)
    const short = url.replace(/^.*\/(?:node_modules|dist|src)\//, '')
    const label = url === '' ? functionName : `${functionName || '(anonymous)'} ${short}:${lineNumber + 1}`
    byPackage.set(name, (byPackage.get(name) ?? 0) + micros)
    byFunction.set(label, (byFunction.get(label) ?? 0) + micros)
  })
  const list = (times: Map<string, number>): string[] =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, rows)
      .map(([name, micros]) => `${((100 * micros) / busy).toFixed(1).padStart(5)}%  ${name}`)
  return { busyMs: busy / 1000, packages: list(byPackage), functions: list(byFunction) }
}

/** The profile of the main thread; others (a loader's) are small. */
export function largestIn(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name.endsWith('.cpuprofile'))
    .map(({ name }) => join(folder, name))
  const [largest = ''] = files.sort((a, b) => statSync(b).size - statSync(a).size)
  return largest
}

export function printTop(file: string, rows?: number): void {
  const { busyMs, packages, functions } = topOf(file, rows)
  console.log(`${file}: ${(busyMs / 1000).toFixed(1)} s busy`)
  console.log(['', 'self time by package', ...packages, '', 'self time by function', ...functions].join('\n'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  printTop(process.argv[2] ?? '', Number(process.argv[3] ?? 25))
}
