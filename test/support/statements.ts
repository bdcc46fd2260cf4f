import pg from 'pg'

/** Every statement that any connection of this process sends while `work` runs, inside transactions too. */
export async function sentStatements(work: () => Promise<unknown>): Promise<Set<string>> {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  const sent = new Set<string>()
  prototype.query = function query(this: unknown, ...args: unknown[]) {
    const [statement] = args
    sent.add(typeof statement === 'string' ? statement : String((statement as { text?: string }).text))
    return original.apply(this, args)
  }
  try {
    await work()
  } finally {
    prototype.query = original
  }
  return sent
}

const WORDS = new Set([
  'set',
  'where',
  'on',
  'select',
  'for',
  'order',
  'group',
  'left',
  'inner',
  'join',
  'cross',
])

/** How a statement narrows down one table: the columns that it compares with `=`, `in` or `any`, or fills in. */
export interface TableUse {
  table: string
  columns: string[]
}

/**
 * The tables of `columnsOf` in a statement, once for each place where they are named. Reads the product's own SQL, not any
 * SQL: a table has at most one alias, and a column without a prefix belongs to every table that has it.
 */
export function tableUses(statement: string, columnsOf: ReadonlyMap<string, readonly string[]>): TableUse[] {
  const text = statement.replaceAll('"', '').replace(/\s+/g, ' ')
  const uses: TableUse[] = []
  const named = /\b(insert into|update|from|join) (?:public\.)?(\w+)(?=(?: as)?(?: (\w+))?)/gi
  for (const { index, 0: found, 1: verb = '', 2: table = '', 3: following = '' } of text.matchAll(named)) {
    const known = columnsOf.get(table)
    if (!known) continue
    if (verb.toLowerCase() === 'insert into') {
      const list =
        new RegExp(`insert into ${table}(?: as \\w+)?(?: \\w+)? \\(([^)]*)\\)`, 'i').exec(text)?.[1] ?? ''
      uses.push({ table, columns: list.split(',').map((name) => name.trim()) })
      continue
    }
    const alias = following === '' || WORDS.has(following.toLowerCase()) ? table : following
    const aliases = [alias, derivedAlias(text, index, index + found.length)].filter(Boolean).join('|')
    const columns = known.filter((column) => {
      const name = `(?:\\b(?:${aliases})\\.|(?<![.\\w]))${column}\\b`
      return new RegExp(`${name}\\)? ?(?:=|in \\()|= ?(?:any\\()?${name}`, 'i').test(text)
    })
    uses.push({ table, columns })
  }
  return uses
}

/** Of the derived table, `(select … from table) alias`, in whose parentheses this part of the text lies; or ''. */
function derivedAlias(text: string, from: number, to: number): string {
  const begins = edgeOf([...text.slice(0, from)].reverse(), '(', ')')
  const ends = edgeOf([...text.slice(to)], ')', '(')
  if (begins === -1 || ends === -1 || !/^\(\s*select\b/i.test(text.slice(from - begins - 1))) return ''
  return /^\) (?:as )?(\w+)/.exec(text.slice(to + ends))?.[1] ?? ''
}

/** Where the parenthesis stands that nothing before it opened; -1: there is none. */
function edgeOf(characters: readonly string[], edge: string, opposite: string): number {
  let depth = 0
  return characters.findIndex((character) => {
    if (character === opposite) depth++
    return character === edge && depth-- === 0
  })
}
