import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/lib/root.mjs'

/** A fenced block of a page: what a person copies. */
export interface Block {
  /** Page, heading and language, with a number when the heading has several: `operations › PgBouncer › ini`. */
  key: string
  text: string
}

const PAGES = ['operations', 'runbook']
const FENCED = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm
/** How what is typed into a shell, or asked of the database, begins. A name alone is no command. */
const COMMAND =
  /^(npm (?!run$)|npx |node |sh |systemctl |systemd-\w+ |journalctl |curl |openssl |age |gunzip |psql |pmtiles |select |alter \w+ \S|grype |mv |du |ulimit |pg_\w+ )/

const textOf = (page: string): string => readFileSync(join(projectRoot, 'docs', `${page}.md`), 'utf8')

function blocksIn(page: string): Block[] {
  let heading = ''
  const times = new Map<string, number>()
  const blocks: Block[] = []
  for (const [, title, indent, language, text = ''] of textOf(page).matchAll(
    new RegExp(`^#+ (.*)$|${FENCED.source.replace('\\1', '\\2')}`, 'gm'),
  )) {
    if (title !== undefined) heading = title
    else {
      const name = `${page} › ${heading} › ${language || 'text'}`
      const count = (times.get(name) ?? 0) + 1
      times.set(name, count)
      const lines = text.split('\n').map((line) => line.slice(indent?.length ?? 0))
      blocks.push({ key: count === 1 ? name : `${name} ${count}`, text: lines.join('\n') })
    }
  }
  return blocks
}

export const blocks: readonly Block[] = PAGES.flatMap(blocksIn)

/** Commands within sentences, each once. */
export const inlineCommands: readonly string[] = [
  ...new Set(
    PAGES.flatMap((page) => [
      ...textOf(page)
        .replace(FENCED, '')
        .matchAll(/`([^`\n]+)`/g),
    ])
      .map(([, span = '']) => span)
      .filter((span) => COMMAND.test(span)),
  ),
]

/** What stands in a block, with `given` in place of what the reader has to fill in; each must be there. */
export function block(key: string, given: Readonly<Record<string, string>> = {}): string {
  const found = blocks.find((one) => one.key === key)
  if (!found) throw new Error(`the pages have no block ${key}`)
  return filled(found.text, given)
}

/** The same of a command within a sentence, by how it begins. */
export function inline(start: string, given: Readonly<Record<string, string>> = {}): string {
  const found = inlineCommands.find((command) => command.startsWith(start))
  if (!found) throw new Error(`the pages have no command ${start}`)
  return filled(found, given)
}

function filled(text: string, given: Readonly<Record<string, string>>): string {
  return Object.entries(given).reduce((so, [blank, value]) => {
    if (!so.includes(blank)) throw new Error(`${blank} is not in\n${text}`)
    return so.replaceAll(blank, value)
  }, text)
}
