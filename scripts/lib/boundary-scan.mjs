import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/**
 * One import of a source file, in any form: `import`, `export … from`, `import()`, `import('x').T`,
 * `import x = require('x')` or `require('x')`. `typeOnly` when the whole statement vanishes at emit.
 * @typedef {{ specifier: string, line: number, typeOnly: boolean }} Import
 */

/**
 * What the rules need to know of one source file.
 * `file` is relative to the project, with `/`; `lines` is how many it has. The others are line numbers; `recordTables`: of SQL that names a table of the
 * record.
 * @typedef {{ file: string, lines: number, imports: Import[], environmentReads: number[], randomReads: number[],
 *   computedImports: number[], recordTables: number[] }} Facts
 */

/** @typedef {{ type: string, start: number, [key: string]: any }} Node */

const RECORD_TABLES = ['events', 'containers', 'corrections', 'event_counters']

/** A statement about a table of the record, also behind other tables of a list. */
const RECORD_SQL = new RegExp(
  String.raw`\b(?:from|join|into|update|table|using)\s+(?:only\s+)?(?:[\w."]+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*"?(?:${RECORD_TABLES.join('|')})\b(?!\s*\()`,
  'i',
)

/**
 * Every TypeScript file under `src`, sorted.
 * @param {string} root
 * @returns {string[]} relative to root, with `/`
 */
export function sourceFiles(root) {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[mc]?tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

/**
 * Reads one file by its syntax tree, so that neither a comment nor a string can pass for an import or hide one.
 * @param {string} root
 * @param {string} file relative to root
 * @returns {Facts}
 * @throws {Error} when the file does not parse: a file that cannot be read must not count as clean
 */
export function scanFile(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  /** @type {Facts} */
  const facts = {
    file,
    lines: text.split('\n').length - 1,
    imports: [],
    environmentReads: [],
    randomReads: [],
    computedImports: [],
    recordTables: [],
  }
  const lineOf = (/** @type {Node} */ node) => text.slice(0, node.start).split('\n').length
  visit(/** @type {any} */ (program), (node) => {
    const source = importedBy(node)
    if (source !== undefined) {
      const specifier = literalText(source)
      if (specifier === undefined) facts.computedImports.push(lineOf(node))
      else facts.imports.push({ specifier, line: lineOf(node), typeOnly: isTypeOnly(node) })
    }
    if (readsMember(node, 'process', 'env')) facts.environmentReads.push(lineOf(node))
    if (readsMember(node, 'Math', 'random')) facts.randomReads.push(lineOf(node))
    const named = RECORD_SQL.exec(textOf(node) ?? '')
    if (named) facts.recordTables.push(lineOf({ ...node, start: node.start + named.index }))
    if (RECORD_TABLES.includes(identifierOf(node) ?? '')) facts.recordTables.push(lineOf(node))
  })
  return facts
}

/**
 * @param {unknown} value a node, a list of nodes, or a plain field of one
 * @param {(node: Node) => void} see
 */
function visit(value, see) {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const node = /** @type {Node} */ (value)
  if (typeof node.type === 'string') see(node)
  for (const field of Object.values(node)) visit(field, see)
}

/**
 * The expression that names the imported module, when the node is an import of any form.
 * @param {Node} node
 * @returns {Node | undefined}
 */
function importedBy(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source ?? undefined
    case 'TSExternalModuleReference':
      return node.expression
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'require'
        ? node.arguments[0]
        : undefined
    default:
      return undefined
  }
}

/**
 * `import { type A } from 'a'` is not meant: under `verbatimModuleSyntax` it still loads the module.
 * @param {Node} node
 */
function isTypeOnly(node) {
  return node.importKind === 'type' || node.exportKind === 'type' || node.type === 'TSImportType'
}

/**
 * @param {Node} node
 * @returns {string | undefined}
 */
function literalText(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked
  return undefined
}

/**
 * The text of a string, or of a piece of a template.
 * @param {Node} node
 * @returns {string | undefined}
 */
function textOf(node) {
  return node.type === 'TemplateElement'
    ? node.value.cooked
    : node.type === 'Literal'
      ? literalText(node)
      : undefined
}

/**
 * The name in `sql.identifier('name')`, which stands apart from the text of its statement.
 * @param {Node} node
 * @returns {string | undefined}
 */
function identifierOf(node) {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'identifier') return undefined
  const [first] = node.arguments
  return first && literalText(first)
}

/**
 * Whether the node is `owner.name`, `owner['name']`, `globalThis.owner.name` or `const { name } = owner`.
 * @param {Node} node
 * @param {string} owner
 * @param {string} name
 */
function readsMember(node, owner, name) {
  if (node.type === 'MemberExpression') return nameOf(node) === name && nameOf(node.object) === owner
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern') return false
  if (node.init === null || nameOf(node.init) !== owner) return false
  return node.id.properties.some((/** @type {Node} */ property) => property.key?.name === name)
}

/**
 * The last name of `name`, `owner.name` or `owner['name']`.
 * @param {Node} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined
  return node.computed ? literalText(node.property) : node.property.name
}
