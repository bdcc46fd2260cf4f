import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Alert } from '../../../../api/desk/alerts.ts'
import { usePrinting } from '../../../../ui/data/use-printing.ts'
import { usePassing } from '../../../../ui/data/use-whole.ts'
import { useSeen } from '../queries.ts'
import classes from './inbox.module.css'
import { InboxRow, type RowAct } from './inbox-row.tsx'

/** Heights of a row, as in the style sheet. */
const ROW = 44
const NARROW_ROW = 56
/** Rows are drawn in batches of so many: each time that the list changes costs style, layout and paint of what is there. */
const BATCH = 6
/** So many rows before the end, more are asked for. */
const AHEAD = 20

export interface ListHandle {
  /** Brings the row into view, and gives one of its controls the focus. */
  reveal(id: number, act: RowAct): void
}

/** The rows, virtualized: only those near the window are drawn. */
export function InboxList({
  rows,
  label,
  places,
  now,
  currentId,
  openId,
  selected,
  onAct,
  onEnd,
  ref,
}: {
  rows: readonly Alert[]
  label: string
  places: ReadonlyMap<number, string>
  now: number
  currentId: number | null
  openId: number | null
  selected: ReadonlySet<number>
  onAct: (act: RowAct, id: number) => void
  /** The end comes into sight. */
  onEnd?: (() => void) | undefined
  ref: Ref<ListHandle>
}) {
  const list = useRef<HTMLUListElement>(null)
  const narrow = useMediaQuery('(width < 62em)', undefined, { getInitialValueInEffect: false })
  const height = narrow ? NARROW_ROW : ROW
  const top = useTop(list)
  const { passing, observeElementOffset } = usePassing()
  const printing = usePrinting()
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const first = (Math.floor(startIndex / BATCH) - 1) * BATCH
      const last = (Math.floor(endIndex / BATCH) + 2) * BATCH
      const [from, to] = printing ? [0, count] : [Math.max(0, first), Math.min(count, last)]
      return Array.from({ length: to - from }, (_, index) => from + index)
    },
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: height,
    scrollPaddingEnd: height,
    observeElementOffset,
  })
  useEffect(() => {
    virtual.options.estimateSize = () => height
    virtual.measure()
  }, [height, virtual])
  const items = virtual.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = (items.at(-1)?.index ?? -1) + 1
  const { startIndex = 0, endIndex = -1 } = virtual.range ?? {}
  useSeen(rows.slice(startIndex, endIndex + 1), now)

  // Paper takes what is loaded, and asks for nothing.
  const nearEnd = !printing && to >= rows.length - AHEAD
  useEffect(() => {
    if (nearEnd) onEnd?.()
  }, [nearEnd, onEnd])

  useImperativeHandle(ref, () => ({
    reveal(id, act) {
      const at = rows.findIndex((alert) => alert.id === id)
      if (at < 0) return
      virtual.scrollToIndex(at, { align: 'auto' })
      focusControl(list.current, id, act)
    },
  }))

  const onClick = ({ target }: MouseEvent) => {
    const control = (target as Element).closest<HTMLElement>('[data-act]')
    const id = Number(control?.closest<HTMLElement>('[data-alert]')?.dataset.alert)
    if (control && id) onAct(control.dataset.act as RowAct, id)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the controls of the rows are pressed by keyboard too
    <ul
      ref={list}
      aria-label={label}
      className={classes.list}
      onClick={onClick}
      // Rows that are not drawn keep their space, so that the scroll bar is right.
      style={{ paddingTop: from * height, paddingBottom: Math.max(0, rows.length - to) * height }}
    >
      {rows.slice(from, to).map((alert, i) => (
        <InboxRow
          key={alert.id}
          alert={alert}
          passing={passing}
          place={places.get(alert.placeId ?? 0)}
          now={now}
          follows={rows[from + i - 1]?.operationKey === alert.operationKey}
          isCurrent={alert.id === currentId}
          isOpen={alert.id === openId}
          isSelected={selected.has(alert.id)}
        />
      ))}
    </ul>
  )
}

/** Where on the page the list begins. */
function useTop(list: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    look()
    // The page's height changes whenever something above the list comes or goes.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

const TRIES = 20

/** The row may be drawn only after the scrolling has brought it near. */
function focusControl(list: HTMLElement | null, id: number, act: RowAct, tries = 0): void {
  const control = list?.querySelector<HTMLElement>(`[data-alert="${id}"] [data-act="${act}"]`)
  if (control) control.focus({ preventScroll: true })
  else if (tries < TRIES) requestAnimationFrame(() => focusControl(list, id, act, tries + 1))
}
