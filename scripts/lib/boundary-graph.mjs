import { isTest, targetOf } from './boundary-rules.mjs'

/** @typedef {import('./boundary-scan.mjs').Facts} Facts */
/** @typedef {import('./boundary-rules.mjs').Violation} Violation */
/** @typedef {{ from: string, to: string, line: number }} Edge */

/**
 * Circles of files, and pairs of neighbours (files or folders) that import each other. Type imports count, tests do not.
 * @param {readonly Facts[]} tree every file under src
 * @returns {{ circles: Violation[], pairs: Violation[] }} one violation for each import that takes part
 */
export function graphViolations(tree) {
  const edges = edgesOf(tree.filter(({ file }) => !isTest(file)))
  return { circles: circlesOf(edges), pairs: pairsOf(edges) }
}

/** @param {readonly Facts[]} tree @returns {Edge[]} */
function edgesOf(tree) {
  const files = new Set(tree.map(({ file }) => file))
  return tree.flatMap(({ file, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const target = targetOf(file, specifier)
      if (target === undefined) return []
      const to = [target, `${target}.ts`, `${target}.tsx`].find((path) => files.has(path))
      return to === undefined ? [] : [{ from: file, to, line }]
    }),
  )
}

/** @param {readonly Edge[]} edges @returns {Violation[]} */
function circlesOf(edges) {
  const circleOf = componentsOf(edges)
  return edges.flatMap(({ from, to, line }) => {
    const circle = circleOf.get(from)
    if (from !== to && (circle === undefined || circle !== circleOf.get(to))) return []
    return [{ file: from, line, message: `${to}: part of a circle of ${circle?.size ?? 1} files.` }]
  })
}

/**
 * Tarjan's strongly connected components of more than one file.
 * @param {readonly Edge[]} edges
 * @returns {Map<string, Set<string>>} file -> the component it belongs to
 */
function componentsOf(edges) {
  /** @type {Map<string, string[]>} */
  const next = new Map()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  /** @type {Map<string, number>} */
  const index = new Map()
  /** @type {Map<string, number>} */
  const low = new Map()
  /** @type {string[]} */
  const stack = []
  const onStack = new Set()
  /** @type {Map<string, Set<string>>} */
  const found = new Map()

  /** @param {string} file @returns {number} */
  function visit(file) {
    const own = index.size
    index.set(file, own)
    let lowest = own
    stack.push(file)
    onStack.add(file)
    for (const to of next.get(file) ?? []) {
      if (!index.has(to)) lowest = Math.min(lowest, visit(to))
      else if (onStack.has(to)) lowest = Math.min(lowest, index.get(to) ?? own)
    }
    low.set(file, lowest)
    if (lowest === own) {
      const component = new Set(stack.splice(stack.indexOf(file)))
      for (const member of component) {
        onStack.delete(member)
        if (component.size > 1) found.set(member, component)
      }
    }
    return lowest
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return found
}

/** @param {readonly Edge[]} edges @returns {Violation[]} */
function pairsOf(edges) {
  /** @type {Map<string, Edge[]>} */
  const between = new Map()
  for (const edge of edges) {
    const [from, to] = [edge.from.split('/'), edge.to.split('/')]
    const depth = from.findIndex((part, i) => part !== to[i])
    if (depth === -1) continue
    const [a, b] = [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')]
    between.set(`${a} ${b}`, [...(between.get(`${a} ${b}`) ?? []), edge])
  }
  return [...between].flatMap(([key, there]) => {
    const [a = '', b = ''] = key.split(' ')
    if (!between.has(`${b} ${a}`)) return []
    return there.map(({ from, to, line }) => ({
      file: from,
      line,
      message: `${to}: ${a} and ${b} import each other.`,
    }))
  })
}
