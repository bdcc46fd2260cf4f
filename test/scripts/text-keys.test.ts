import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../scripts/lib/root.mjs'

const TEXT = join(projectRoot, 'src/web/text')

/** `words` of ui/data/refresh-button.tsx. */
const REFRESH = ['refresh', 'refreshed', 'refreshFailed']

/** `words` of ui/form/phone-form.tsx. */
const PHONE = ['newPhone', 'newPhoneHint', 'savePhone']

/** `words` of features/console/admin/table/list-frame.tsx. */
const LIST = 'heading hint refresh loading loadFailed none notFound more moreFailed end'.split(' ')

/** Reached through a value instead of by name, each module with the expression that does so. */
const BY_VALUE: Readonly<Record<string, readonly string[]>> = {
  // `words` of ui/form/new-password-form.tsx
  accountText: ['saving', ...PHONE],
  adminUsersText: ['saving', ...PHONE],
  adminAuditText: LIST,
  adminMailsText: LIST,
  historyText: REFRESH,
  operatorsText: REFRESH,
  // `words` of ui/second-factor/second-factor.tsx
  secondFactorText: ['hint', 'offHint'],
  // text/page.ts: LOCALE
  commonText: ['locale'],
  // features/kpis: the three parts of the ring, by their names in the figures
  kpisText: ['productive', 'unproductive', 'neutral'],
  // features/operation: the two kinds of an operation
  operationText: ['load', 'unload'],
  // features/operation/camera: why no number was read
  cameraText: ['hint', 'refused', 'no_camera', 'cannot_read', 'nothing_read'],
  // features/detention: the same as of an operation
  detentionText: ['load', 'unload'],
}

const WEB = join(projectRoot, 'src/web')
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^text\/(?:es|en)\//.test(file))
  .map((file) => readFileSync(join(WEB, file), 'utf8'))

/** The sentences of each screen, under the name by which the page imports them. */
const screens = (
  await Promise.all(
    readdirSync(TEXT)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(async (file) => Object.entries<object>(await import(join(TEXT, file)))),
  )
).flatMap((exports) =>
  exports.flatMap(([exported, words]) =>
    exported.endsWith('Text') && typeof words === 'object' ? [{ exported, words }] : [],
  ),
)

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

  it.each(screens)('of $exported are all shown somewhere', ({ exported, words }) => {
    const keys = readOf(exported)
    const byValue = BY_VALUE[exported] ?? []
    const unused = Object.keys(words).filter((key) => !keys.has(key) && !byValue.includes(key))
    expect(unused).toEqual([])
  })
})
