import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { heldOrder } from '../model.ts'
import { OperationCard, type OperationCardProps } from './operation-card.tsx'
import classes from './operations-panel.module.css'

export interface GridHandle {
  /** Scrolls to the card and gives it the focus. */
  reveal(operationKey: string): void
}

export interface OperationsGridProps
  extends Pick<OperationCardProps, 'store' | 'mayView' | 'mayShare' | 'onLinks' | 'onCorrect'> {
  order: readonly string[]
  empty: ReactNode
  ref: Ref<GridHandle>
}

/** Up to this many cards, all are rendered, so that the browser's search finds them. */
const DRAWN_WHOLE = 60
const CARD_PX = 356
const GAP_PX = 14
const ROWS_AROUND = 2

/** The cards, virtualized when there are many. While the mouse is over them none moves. `empty` replaces no cards. */
export function OperationsGrid({ order, empty, ref, ...card }: OperationsGridProps) {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const shown = held === null ? order : heldOrder(held, order)
  const list = useRef<HTMLUListElement>(null)
  const { columns, top } = usePlace(list)
  const rows = Math.ceil(shown.length / columns)
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => CARD_PX,
    gap: GAP_PX,
    overscan: shown.length <= DRAWN_WHOLE ? rows : ROWS_AROUND,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)

  useImperativeHandle(ref, () => ({
    reveal(operationKey) {
      const at = shown.indexOf(operationKey)
      if (at < 0) return
      virtualizer.scrollToIndex(Math.floor(at / columns), { align: 'center' })
      focusCard(operationKey, 0)
    },
  }))

  if (shown.length === 0) return empty
  const from = (first?.index ?? 0) * columns
  const to = ((last?.index ?? -1) + 1) * columns
  return (
    <ul
      ref={list}
      className={classes.grid}
      // Cards that are not rendered keep their space, so that the scroll bar is right.
      style={{
        paddingTop: (first?.start ?? top) - top,
        paddingBottom: Math.max(0, virtualizer.getTotalSize() - ((last?.end ?? top) - top)),
      }}
      onPointerEnter={(event) => {
        // Touch does not hover.
        if (event.pointerType === 'mouse') setHeld(order)
      }}
      onPointerLeave={() => setHeld(null)}
    >
      {shown.slice(from, to).map((operationKey, index) => (
        <OperationCard
          key={operationKey}
          {...card}
          operationKey={operationKey}
          // The cards of a row are of one height: the first is measured for all.
          row={index % columns === 0 ? (from + index) / columns : null}
          measure={virtualizer.measureElement}
        />
      ))}
    </ul>
  )
}

/** How many columns the style sheet gives the list, and where on the page it begins. */
function usePlace(list: { current: HTMLUListElement | null }): { columns: number; top: number } {
  const [place, setPlace] = useState({ columns: 1, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const look = () => {
      const columns = Math.max(1, getComputedStyle(element).gridTemplateColumns.split(' ').length)
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY)
      setPlace((known) => (known.columns === columns && known.top === top ? known : { columns, top }))
    }
    look()
    // The page's height changes whenever something above the list comes or goes.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return place
}

const TRIES = 20

/** The card may be drawn only after the scrolling has brought its row near. */
function focusCard(operationKey: string, tries: number): void {
  requestAnimationFrame(() => {
    const card = document.getElementById(`operation-${operationKey}`)?.closest('li')
    if (card) card.focus({ preventScroll: true })
    else if (tries < TRIES) focusCard(operationKey, tries + 1)
  })
}
