import { useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { PlacesResponse } from '#contract/http/driver/places'
import { placesQuery } from '../../../../api/places.ts'
import type { Store } from '../../../../lib/store.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import type { HeldOrder } from '../../../../ui/data/use-held-order.ts'
import { usePrinting } from '../../../../ui/data/use-printing.ts'
import { usePassing } from '../../../../ui/data/use-whole.ts'
import type { Standing } from '../standing.ts'
import type { View } from '../use-board-view.ts'
import { CARD_HEIGHT, OperationCard, type OperationItemProps } from './operation-card.tsx'
import { OperationRow, RowHead } from './operation-row.tsx'
import classes from './operations-grid.module.css'
import { useGlide } from './use-glide.ts'

export interface GridHandle {
  /** Scrolls to the operation and gives it the focus. */
  reveal(operationKey: string): void
}

export interface OperationsGridProps
  extends Omit<
    OperationItemProps,
    | 'operationKey'
    | 'passing'
    | 'row'
    | 'height'
    | 'measure'
    | 'overdue'
    | 'normalSeconds'
    | 'expected'
    | 'detention'
    | 'place'
  > {
  order: HeldOrder
  standings: ReadonlyMap<string, Standing>
  view: View
  empty: ReactNode
  ref: Ref<GridHandle>
}

/** Up to this many, all are rendered, so that the browser's search finds them; on paper as well. */
const DRAWN_WHOLE = 60
const SIZES: Readonly<Record<View, { height: number; gap: number; around: number; batch: number }>> = {
  cards: { height: CARD_HEIGHT, gap: 14, around: 1, batch: 1 },
  rows: { height: 40, gap: 0, around: 2, batch: 6 },
}
const ITEMS = { cards: OperationCard, rows: OperationRow }

/** The operations as cards or rows, virtualized when there are many. `empty` replaces none. */
export function OperationsGrid({ order, standings, view, empty, ref, ...item }: OperationsGridProps) {
  const { shown } = order
  const list = useRef<HTMLUListElement>(null)
  const { columns, top } = usePlace(list, view)
  const { data: names } = useQuery({ ...placesQuery, select: namesOf })
  const { passing, observeElementOffset } = usePassing()
  const rows = Math.ceil(shown.length / columns)
  const { height, gap, around, batch } = SIZES[view]
  const drawsAll = usePrinting() || shown.length <= DRAWN_WHOLE
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => height,
    gap,
    overscan: drawsAll ? rows : around,
    // Items come in batches: each time that the list changes costs style, layout and paint of what is there.
    rangeExtractor: ({ startIndex, endIndex, count, overscan }) => {
      const from = Math.max(0, Math.floor((startIndex - overscan) / batch) * batch)
      const to = Math.min(count, Math.ceil((endIndex + 1 + overscan) / batch) * batch)
      return Array.from({ length: to - from }, (_, index) => from + index)
    },
    scrollMargin: top,
    observeElementOffset,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  useGlide(list, shown.length <= DRAWN_WHOLE)
  const { isScrolling } = virtualizer
  useAfterScrolling(list, isScrolling, item.pointed)

  useImperativeHandle(ref, () => ({
    reveal(operationKey) {
      const at = shown.indexOf(operationKey)
      if (at < 0) return
      virtualizer.scrollToIndex(Math.floor(at / columns), { align: 'center' })
      focusItem(operationKey, 0)
    },
  }))

  if (shown.length === 0) return empty
  const from = (first?.index ?? 0) * columns
  const to = ((last?.index ?? -1) + 1) * columns
  const Item = ITEMS[view]
  return (
    <>
      {view === 'rows' && <RowHead />}
      <ul
        ref={list}
        aria-label={text.heading}
        aria-description={text.cardKeys}
        className={view === 'cards' ? classes.grid : classes.rows}
        data-scrolling={isScrolling || undefined}
        // Items that are not rendered keep their space, so that the scroll bar is right.
        style={{
          paddingTop: (first?.start ?? top) - top,
          paddingBottom: Math.max(0, virtualizer.getTotalSize() - ((last?.end ?? top) - top)),
          // Scroll anchoring would take that space for content, and move the page with each row that comes or goes.
          overflowAnchor: drawsAll ? undefined : 'none',
        }}
        onPointerOver={({ target }) => {
          // The list moves below a pointer that rests: nobody points at what passes.
          if (isScrolling) return
          const over = (target as HTMLElement).closest<HTMLElement>('[data-operation]')
          item.pointed.set(over?.dataset.operation ?? null)
        }}
        onPointerLeave={() => item.pointed.set(null)}
      >
        {shown.slice(from, to).map((operationKey, index) => {
          const standing = standings.get(operationKey)
          return (
            <Item
              key={operationKey}
              {...item}
              passing={passing}
              operationKey={operationKey}
              overdue={standing?.overdue ?? false}
              normalSeconds={standing?.normalSeconds ?? null}
              expected={standing?.forecast?.milestone ?? null}
              detention={standing?.detention ?? null}
              place={names && (names.get(standing?.operation.placeId ?? 0) ?? null)}
              // The cards of a row are of one height: the first is measured for all.
              row={index % columns === 0 ? (from + index) / columns : null}
              height={items[Math.floor(index / columns)]?.size ?? height}
              measure={virtualizer.measureElement}
            />
          )
        })}
      </ul>
    </>
  )
}

/** Where scrolling ends below the pointer, the item there is pointed at. */
function useAfterScrolling(
  list: { current: HTMLUListElement | null },
  isScrolling: boolean,
  pointed: Store<string | null>,
): void {
  useEffect(() => {
    if (isScrolling) return
    const over = list.current?.querySelector<HTMLElement>('[data-operation]:hover')
    if (over) pointed.set(over.dataset.operation ?? null)
  }, [list, isScrolling, pointed])
}

/** By id; undefined: the supervisor keeps no places. */
const namesOf = ({ places }: PlacesResponse): ReadonlyMap<number, string> | undefined =>
  places.length === 0 ? undefined : new Map(places.map(({ id, name }) => [id, name]))

/** How many columns the style sheet gives the list, and where on the page it begins. */
function usePlace(list: { current: HTMLUListElement | null }, view: View): { columns: number; top: number } {
  const [place, setPlace] = useState({ columns: 1, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const look = () => {
      const columns =
        view === 'rows' ? 1 : Math.max(1, getComputedStyle(element).gridTemplateColumns.split(' ').length)
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY)
      setPlace((known) => (known.columns === columns && known.top === top ? known : { columns, top }))
    }
    look()
    // The page's height changes whenever something above the list comes or goes.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, view])
  return place
}

const TRIES = 20

/** The item may be drawn only after the scrolling has brought its row near, and whole only when that is over. */
function focusItem(operationKey: string, tries: number): void {
  requestAnimationFrame(() => {
    const item = document.querySelector<HTMLElement>(`[data-operation="${CSS.escape(operationKey)}"]`)
    item?.focus({ preventScroll: true })
    const isThere = item !== null && document.activeElement === item
    if (!isThere && tries < TRIES) focusItem(operationKey, tries + 1)
  })
}
