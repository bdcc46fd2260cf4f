import type { LinkLevel } from '#domain/container/share-link'
import { type StoredLater, storeLater } from '../../../adapters/store-later.ts'
import type { AppDeps } from '../../../deps.ts'
import { visitorTrace } from '../../../identity/trail.ts'
import { recordAudit } from '../../base/audit/service.ts'
import { addViews, type NewViews } from './queries.ts'

/** A crash loses the views of that time. */
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

/** Counts the views of links. */
export interface LinkViews extends Pick<StoredLater<string, unknown>, 'flush' | 'close'> {
  count(view: View): void
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
  const counted = storeLater<string, Counted>({
    everyMs: FLUSH_MS,
    most: MAX_LINKS,
    merge: (known, more) => ({
      ...known,
      count: known.count + more.count,
      firstAt: more.firstAt < known.firstAt ? more.firstAt : known.firstAt,
      lastAt: more.lastAt > known.lastAt ? more.lastAt : known.lastAt,
    }),
    store: (counted) =>
      database.orm.transaction(async (tx) => {
        const firstOfDay = await addViews(tx, [...counted.values()], config.timezone)
        for (const { target, name, level, version, ...link } of firstOfDay) {
          const address = counted.get(keyOf(link))?.address ?? null
          const after: { name: string | null; level?: LinkLevel; version?: number } =
            version === null ? { name, level } : { name, version }
          await recordAudit(tx, visitorTrace(address), clock.now(), { action: 'link_viewed', target, after })
        }
      }),
    onError,
  })
  return {
    count({ operationKey, packId, linkId, address }) {
      const at = new Date(clock.now())
      const view = { operationKey, packId, linkId, address, count: 1, firstAt: at, lastAt: at }
      counted.add(keyOf(view), view)
    },
    flush: counted.flush,
    close: counted.close,
  }
}
