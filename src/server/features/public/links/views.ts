import type { LinkLevel } from '#domain/container/share-link'
import type { AppDeps } from '../../../deps.ts'
import { visitorTrace } from '../../../identity/trail.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { addViews, type NewViews } from './queries.ts'

const FLUSH_MS = 5_000
/** A flood of views while the database is away must not fill the memory. */
const MAX_LINKS = 10_000

export interface View {
  /** Either this or the pack. */
  operationKey: string | null
  packId: number | null
  /** null: the default link. */
  linkId: number | null
  /** Of the visitor, for the audit log alone. */
  address: string
}

/** Counts the views of links in memory, and stores them every few seconds. A crash loses those of the last seconds. */
export interface LinkViews {
  count(view: View): void
  /** Stores what was counted. When that fails, it stays for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Counted = NewViews & { address: string }

const keyOf = ({ operationKey, linkId }: Pick<View, 'operationKey' | 'linkId'>): string =>
  `${operationKey} ${linkId}`

export function countLinkViews({
  database,
  clock,
  config,
  onError,
}: Pick<AppDeps, 'database' | 'clock' | 'config'> & { onError: (error: unknown) => void }): LinkViews {
  let counted = new Map<string, Counted>()
  let storing = Promise.resolve()
  let failing = false

  function add(view: Counted): void {
    const key = keyOf(view)
    const known = counted.get(key)
    if (!known) {
      if (counted.size < MAX_LINKS) counted.set(key, view)
      return
    }
    known.count += view.count
    if (view.firstAt < known.firstAt) known.firstAt = view.firstAt
    if (view.lastAt > known.lastAt) known.lastAt = view.lastAt
  }

  async function store(): Promise<void> {
    if (counted.size === 0) return
    const views = [...counted.values()]
    counted = new Map()
    try {
      await database.orm.transaction(async (tx) => {
        const firstOfDay = await addViews(tx, views, config.timezone)
        for (const { target, name, level, version, ...link } of firstOfDay) {
          const address = views.find((view) => keyOf(view) === keyOf(link))?.address ?? null
          const after: { name: string | null; level?: LinkLevel; version?: number } =
            version === null ? { name, level } : { name, version }
          await recordAudit(tx, visitorTrace(address), clock.now(), { action: 'link_viewed', target, after })
        }
      })
      failing = false
    } catch (error) {
      for (const view of views) add(view)
      // Logged once: the timer tries again every few seconds.
      if (!failing) onError(error)
      failing = true
    }
  }

  // One at a time: two would lock the same rows.
  const flush = (): Promise<void> => {
    storing = storing.then(store)
    return storing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    count({ operationKey, packId, linkId, address }) {
      const at = new Date(clock.now())
      add({ operationKey, packId, linkId, address, count: 1, firstAt: at, lastAt: at })
    },
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}
