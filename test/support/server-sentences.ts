import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A sentence as the source has it; each gap stands as `\u0000`. */
export interface Sentence {
  file: string
  words: string
}

export const GAP = '\u0000'

/** Files whose Spanish never reaches the page, each with the reason. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^src\/server\/(main|restore|config)\.ts$/, 'told to whoever starts the process, in its terminal'],
  [/^src\/server\/db\/backup\//, 'told to whoever starts or restores the product, in its terminal'],
  [/^src\/server\/text\/embedded-postgres\.ts$/, 'told to whoever starts the product, in its terminal'],
  [/^src\/server\/db\/migrate\.ts$/, 'told to whoever starts the product, in its terminal'],
  [/^src\/server\/http\/openapi/, 'the document for programmers'],
  [/^src\/server\/features\/recovery\/mail\.ts$/, 'a mail; it is written in Spanish whoever reads it'],
  [/^src\/server\/features\/reports\/present\.ts$/, 'a CSV file: its columns do not change with the reader'],
  [/^src\/server\/features\/history\/present\.ts$/, 'a CSV file: its columns do not change with the reader'],
  [/^src\/server\/adapters\/(mailer|redis)\.ts$/, 'written into the log'],
  [/^src\/server\/live\/bus-redis\.ts$/, 'written into the log'],
]

/** Of the document for programmers. */
const DOCUMENTED = new Set(['summary', 'description', 'tags'])
/** What these are called with is read by operators of the product or by PostgreSQL, never by its users. */
const UNSEEN_CALL = /(^|\.)(log|logger|console)(\.|$)|\.(describe|meta|query)$/
const SQL_TAG = /^sql\b/

const SPANISH_SIGNS =
  /[áéíóúñ¿¡«]|\b(de|del|la|el|los|las|un|una|su|sus|para|por|con|que|al|es|se|está|no existe)\b|\w(ado|ada|ados|adas)\b/i

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** The sentence of a literal, a template, or several of them joined with `+`; null: no text. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis as { value: { cooked: string } }[]
    return parts.map(({ value }) => value.cooked).join(GAP)
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const left = textOf(node.left as Node)
    const right = textOf(node.right as Node)
    return left === null && right === null ? null : `${left ?? GAP}${right ?? GAP}`
  }
  return null
}

/** Every Spanish sentence of one source that may reach the page. */
export function sentencesIn(file: string, source: string): Sentence[] {
  const found: Sentence[] = []
  const code = (node: Node): string => source.slice(node.start, node.end)
  function visit(value: unknown): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each)
      return
    }
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'Property' && DOCUMENTED.has(String((node.key as Node).name))) return
    if (node.type === 'VariableDeclarator' && DOCUMENTED.has(String((node.id as Node).name))) return
    if (node.type === 'CallExpression' && UNSEEN_CALL.test(code(node.callee as Node))) {
      // `z.string().min(1, 'Sentence').describe('...')`: the chain before the call is seen all the same.
      const { callee } = node as unknown as { callee: Node }
      if (callee.type === 'MemberExpression') visit(callee.object)
      return
    }
    if (node.type === 'TaggedTemplateExpression' && SQL_TAG.test(code(node.tag as Node))) return
    const words = textOf(node)
    if (words !== null) {
      if (words.includes(' ') && SPANISH_SIGNS.test(words)) found.push({ file, words })
      // What stands in the gaps may hold sentences of its own.
      if (node.type === 'TemplateLiteral') visit(node.expressions)
      return
    }
    for (const key in node) if (!['type', 'start', 'end'].includes(key)) visit(node[key])
  }
  visit(parseSync(file, source).program)
  return found
}

/** Every Spanish sentence of the server and the contract that may reach the page. `root`: of the project, absolute. */
export function serverSentences(root: string): Sentence[] {
  const files = ['src/server', 'src/contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !ELSEWHERE.some(([pattern]) => pattern.test(file)))
    .flatMap((file) => sentencesIn(file, readFileSync(join(root, file), 'utf8')))
}
