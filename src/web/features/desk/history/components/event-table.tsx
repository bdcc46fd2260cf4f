import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CorrectionTarget } from '../../../../api/desk/corrections.ts'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { historyText as text } from '../../../../text/desk.ts'
import { commonText, eventLogText } from '../../../../text/page.ts'
import { Spacer, Table } from '../../../../ui/data/table.tsx'
import { usePrinting } from '../../../../ui/data/use-printing.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { withDays } from '../days.ts'
import { type History, holdBack, newestSeq } from '../model.ts'
import type { HistoryList } from '../queries.ts'
import { COLUMNS, EventHead, EventRow } from './event-row.tsx'
import classes from './table.module.css'

const ROW = 40
/** Height of the mark of a day, as in the style sheet. */
const DAY = 32
/** Height of a card on a phone, as in the style sheet. */
const NARROW_ROW = 124
/** So many rows before the end the next page is fetched. */
const AHEAD = 40

/** The virtual list: only visible rows are in the DOM, spacers replace the others. `onHeld`: how many new rows wait above. */
export function EventTable({
  rows,
  list: { query, recent, names },
  onHeld,
  onCorrect,
  onPack,
}: {
  rows: History['rows']
  list: Pick<HistoryList, 'query' | 'recent' | 'names'>
  onHeld: (count: number) => void
  onCorrect: (target: CorrectionTarget) => void
  onPack: (target: PackTarget) => void
}) {
  const frame = useRef<HTMLElement>(null)
  const narrow = useMediaQuery('(width < 62em)', undefined, { getInitialValueInEffect: false })
  const height = narrow ? NARROW_ROW : ROW
  const [heldAt, setHeldAt] = useState<number | null>(null)
  const { shown, waiting } = holdBack(rows, heldAt)
  const lines = useMemo(() => withDays(shown, serverNow()), [shown])
  const sizeOf = (index: number) => (lines[index] && 'day' in lines[index] ? DAY : height)

  const printing = usePrinting()
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: sizeOf,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: printing ? lines.length : 12,
    useFlushSync: false,
  })
  useEffect(() => {
    // Sizes are kept by index, and a new day moves the marks.
    virtual.options.estimateSize = (index) => (lines[index] && 'day' in lines[index] ? DAY : height)
    virtual.measure()
  }, [height, lines, virtual])

  useEffect(() => {
    onHeld(waiting)
    return () => onHeld(0)
  }, [waiting, onHeld])

  const items = virtual.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed } = query
  // The rows belong to the filters before; the new ones are loading.
  const stale = query.isPlaceholderData
  // Paper takes what is loaded, and asks for nothing.
  const nearEnd = !printing && last !== undefined && last.index >= lines.length - AHEAD
  useEffect(() => {
    if (nearEnd && hasNextPage && !loading && !failed && !stale) void query.fetchNextPage()
  }, [nearEnd, hasNextPage, loading, failed, stale, query])

  const onScroll = () => {
    const away = (frame.current?.scrollTop ?? 0) > 4
    setHeldAt((old) => (away ? (old ?? newestSeq(rows)) : null))
  }

  return (
    <div className={classes.holder}>
      {waiting > 0 && (
        <ToolButton
          Icon={ArrowUp}
          variant="filled"
          className={classes.fresh}
          onClick={() => {
            setHeldAt(null)
            frame.current?.scrollTo({ top: 0 })
            frame.current?.focus({ preventScroll: true })
          }}
        >
          {text.fresh(waiting)}
        </ToolButton>
      )}
      <section
        ref={frame}
        className={classes.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={eventLogText.caption}
        onScroll={onScroll}
      >
        <Table
          cards
          className={classes.table}
          aria-label={eventLogText.caption}
          aria-rowcount={shown.length + 1}
          aria-busy={stale}
        >
          <EventHead />
          <tbody>
            <Spacer height={first?.start ?? 0} columns={COLUMNS} className={classes.spacer} />
            {items.map(({ index, key }) => {
              const line = lines[index]
              if (line === undefined) return null
              if ('day' in line) return <DayMark key={key}>{line.day}</DayMark>
              return (
                <EventRow
                  key={key}
                  row={line.row}
                  name={names.get(line.row.userId)?.short ?? line.row.username}
                  names={names.get(line.row.userId)?.both ?? line.row.username}
                  position={line.place + 2}
                  fresh={recent.isFresh(line.row.id)}
                  onCorrect={onCorrect}
                  onPack={onPack}
                />
              )
            })}
            <Spacer
              height={virtual.getTotalSize() - (last?.end ?? 0)}
              columns={COLUMNS}
              className={classes.spacer}
            />
          </tbody>
        </Table>
        <footer className={classes.foot}>
          {failed ? (
            <span role="alert">
              {text.moreFailed}
              <Button variant="default" onClick={() => void query.fetchNextPage()} loading={loading}>
                {commonText.retry}
              </Button>
            </span>
          ) : hasNextPage ? (
            text.loadingMore
          ) : (
            text.end
          )}
        </footer>
      </section>
    </div>
  )
}

/** Not read out: each row has its whole date. */
function DayMark({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td colSpan={COLUMNS} className={classes.day}>
        {children}
      </td>
    </tr>
  )
}

const BONES = Array.from({ length: 12 }, (_, index) => index)

export function TableSkeleton() {
  return (
    <div className={classes.holder} role="status" aria-label={text.loading}>
      <div className={classes.frame}>
        <Table cards className={classes.table} aria-hidden="true">
          <EventHead />
          <tbody>
            {BONES.map((bone) => (
              <tr key={bone}>
                <td colSpan={COLUMNS}>
                  <Bone width="70%" height={14} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  )
}
