import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../scripts/lib/root.mjs'

const TEXT = join(projectRoot, 'src/web/text')

/** `words` of ui/data/refresh-button.tsx. */
const REFRESH = ['refresh', 'refreshed', 'refreshFailed']

/** `words` of ui/form/new-password-form.tsx. */
const NEW_PASSWORD = [
  'newPassword',
  'confirmPassword',
  'passwordHint',
  'passwordShort',
  'passwordsDiffer',
  'showPassword',
]

/** `words` of ui/form/own-password-box.tsx. */
const OWN_PASSWORD = ['askOwn', 'askOwnHint']

/** Reached through a value instead of by name, each module with the expression that does so. */
const BY_VALUE: Readonly<Record<string, readonly string[]>> = {
  // `words` of ui/form/new-account.tsx
  'admin-users': [...OWN_PASSWORD, 'password', 'passwordHint', 'showPassword', 'fullName', 'suggestions'],
  account: [...NEW_PASSWORD, 'saving'],
  history: REFRESH,
  operators: [...REFRESH, ...OWN_PASSWORD, 'username', 'password', 'suggestions'],
  recovery: NEW_PASSWORD,
  // text/common.ts: LOCALE
  common: ['locale'],
  // features/kpis: the three parts of the ring, by their names in the figures
  kpis: ['productive', 'unproductive', 'neutral'],
  // features/operation: the two kinds of an operation
  operation: ['load', 'unload'],
  // features/operation/camera: why no number was read
  camera: ['hint', 'refused', 'no_camera', 'cannot_read', 'nothing_read'],
  // features/detention: the same as of an operation
  detention: ['load', 'unload'],
}

const WEB = join(projectRoot, 'src/web')
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^text\/(?:es|en)\//.test(file))
  .map((file) => readFileSync(join(WEB, file), 'utf8'))

/** Modules of sentences with the name under which screens import them. */
const screens = readdirSync(TEXT).flatMap((file) => {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) return []
  const exported = /^export const (\w+Text) = \(await/m.exec(readFileSync(join(TEXT, file), 'utf8'))?.[1]
  return exported === undefined ? [] : [{ name: file.slice(0, -3), exported }]
})

/** The name of `exported` in this source; null: it is not imported there. */
function aliasIn(source: string, exported: string): string | null {
  const found = new RegExp(`import \\{[^}]*\\b${exported}(?: as (\\w+))?\\b[^}]*\\} from '[^']*text/`).exec(
    source,
  )
  return found ? (found[1] ?? exported) : null
}

/** The keys of `exported` that any source reads by name. What reads them by value stands in BY_VALUE. */
function readOf(exported: string): Set<string> {
  const read = sources.flatMap((source) => {
    const alias = aliasIn(source, exported)
    if (alias === null) return []
    return [...source.matchAll(new RegExp(`(?<!\\w|[^.]\\.)${alias}\\s*\\.(\\w+)`, 'g'))].map(
      ([, key = '']) => key,
    )
  })
  return new Set(read)
}

describe('the sentences of the screens', () => {
  it('are found', () => {
    expect(screens.length).toBeGreaterThan(15)
    expect(readOf('commonText')).toContain('retry')
  })

  it.each(screens)('of $name are all shown somewhere', async ({ name, exported }) => {
    const words = (await import(join(TEXT, `${name}.ts`)))[exported]
    const keys = readOf(exported)
    const byValue = BY_VALUE[name] ?? []
    const unused = Object.keys(words).filter((key) => !keys.has(key) && !byValue.includes(key))
    expect(unused).toEqual([])
  })
})
