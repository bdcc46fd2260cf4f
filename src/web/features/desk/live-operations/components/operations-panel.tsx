import { Alert, Button } from '@mantine/core'
import { CloudOff, Link2, Map as MapIcon, Plus, SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { CorrectionTarget } from '../../../../api/desk/corrections.ts'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { createStore, useStore } from '../../../../lib/store.ts'
import { agoText } from '../../../../lib/time/ago-text.ts'
import { formatTime } from '../../../../lib/time/date-time.ts'
import { shownOffset } from '../../../../lib/time/server-clock.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { operationLinksText, liveOperationsText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { useHeldOrder } from '../../../../ui/data/use-held-order.ts'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { part } from '../../../../ui/loading/part.tsx'
import { StaleStrip } from '../../../../ui/loading/stale-strip.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Spoken } from '../../../../ui/panel/spoken.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { ALL, arrange, countsOf } from '../arrangement.ts'
import type { LinkedOperation } from '../links.ts'
import { type GridHandle, OperationsGrid } from '../list/operations-grid.tsx'
import { OperationsSkeleton } from '../list/operations-skeleton.tsx'
import type { LiveBoard } from '../queries.ts'
import { useArrangement, useStandings, useView } from '../use-board-view.ts'
import { useDetail, useLastingOffline, useSideOpen } from '../use-panel-parts.ts'
import { BoardTools } from './board-tools.tsx'
import { ChangesSummary } from './changes-summary.tsx'
import { NoOperations } from './no-operations.tsx'
import type { MapSize } from './operations-map.tsx'
import classes from './operations-panel.module.css'
import { OperationsSide } from './operations-side.tsx'

const LinkedOperationsDialog = part(() =>
  import('./linked-operations-dialog.tsx').then(({ LinkedOperationsDialog }) => LinkedOperationsDialog),
)
const OperationDetail = part(() =>
  import('../detail/operation-detail.tsx').then(({ OperationDetail }) => OperationDetail),
)
const ShareDialog = part(() => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog))
const LinksDialog = part(() => import('./links-dialog.tsx').then(({ LinksDialog }) => LinksDialog))

/** 'Operaciones de Transporte Activas': the heading with its count, and the cards or what stands in for them. */
export function OperationsPanel({
  board: { store, query, trueAt, away },
  mayView,
  mayShare,
  onCorrect,
  onPack,
}: {
  board: LiveBoard
  mayView: boolean
  mayShare: boolean
  onCorrect: (target: CorrectionTarget) => void
  onPack: (target: PackTarget) => void
}) {
  const { standings, failed } = useStandings(store)
  const [arrangement, change] = useArrangement()
  const [view, setView] = useView()
  const { search, filter, sorting } = arrangement
  const byKey = useMemo(
    () => new Map(standings.map((standing) => [standing.operation.operationKey, standing])),
    [standings],
  )
  const wanted = useMemo(
    () => arrange(standings, { search, filter, sorting }).map(({ operation }) => operation.operationKey),
    [standings, search, filter, sorting],
  )
  const order = useHeldOrder(wanted, JSON.stringify([search, filter, sorting, view]))
  const offline = useLastingOffline()
  // Once a list has come, the cards stay, also offline.
  const known = useStore(store, ({ board }) => board.seq >= 0)
  const side = useSideOpen()
  const grid = useRef<GridHandle>(null)
  // Here and not at the card, which goes when its operation ends.
  const [linked, setLinked] = useState<LinkedOperation | null>(null)
  const [overview, setOverview] = useState(false)
  const [detail, setDetail] = useState<string | null>(null)
  const shownDetail = useDetail(detail, byKey)
  // A store, so that a pointer on its way over the list renders two items and not the panel.
  const [pointed] = useState(() => createStore<string | null>(null))
  const [size, setSize] = useState<MapSize>('side')
  const closeDetail = () => {
    setDetail(null)
    if (detail !== null) grid.current?.reveal(detail)
  }
  const closeOverview = () => setOverview(false)
  const closeLinks = () => setLinked(null)

  return (
    <section aria-labelledby="operations-heading" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="operations-heading">{text.heading}</h2>
        <Pill phase="working" title={known ? text.count(standings.length) : undefined}>
          {known ? standings.length : '–'}
        </Pill>
        {mayShare && (
          <ToolButton Icon={Link2} className={classes.links ?? ''} px={12} onClick={() => setOverview(true)}>
            {/* On a phone the icon alone: the row has no room for the word. */}
            <Spoken onPhones>{operationLinksText.button}</Spoken>
          </ToolButton>
        )}
        <ToolButton
          Icon={MapIcon}
          className={classes.links ?? ''}
          variant={side.open ? 'light' : 'default'}
          px={12}
          aria-expanded={side.open}
          onClick={side.toggle}
        >
          <Spoken onPhones>{text.showMap}</Spoken>
        </ToolButton>
      </header>
      {known && (offline || away) && (
        <StaleStrip Icon={CloudOff} role="status">
          {away ? <LastKnown at={trueAt} /> : text.offlineNote}
        </StaleStrip>
      )}
      {known && query.isError && !away && (
        <Alert color="red" title={text.loadFailed} className={classes.alert}>
          <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
            {commonText.retry}
          </Button>
        </Alert>
      )}
      {!known && query.isError && <LoadFailure title={text.loadFailed} query={query} />}
      {!known && !query.isError && <OperationsSkeleton />}
      {known && (
        <BoardTools
          arrangement={arrangement}
          counts={countsOf(standings)}
          onChange={change}
          view={view}
          onView={setView}
        />
      )}
      {known && (
        <div className={classes.split} data-side={side.open ? size : undefined}>
          {side.open && (
            <OperationsSide
              store={store}
              standings={standings}
              failed={failed}
              onPick={(operationKey) => grid.current?.reveal(operationKey)}
              onOpen={setDetail}
              pointed={pointed}
              opened={detail}
              size={size}
              onSize={() => setSize(NEXT_SIZE[size])}
            />
          )}
          {/* The button stands over the list: the way to it lets nothing go. */}
          <div className={classes.operations} {...order.handlers}>
            <div className={classes.news} role="status">
              {order.waiting > 0 && (
                <ToolButton Icon={Plus} variant="filled" onClick={order.showWaiting}>
                  {text.newOperations(order.waiting)}
                </ToolButton>
              )}
            </div>
            <OperationsGrid
              ref={grid}
              store={store}
              order={order}
              standings={byKey}
              view={view}
              pointed={pointed}
              mayView={mayView}
              mayShare={mayShare}
              onLinks={setLinked}
              onCorrect={onCorrect}
              onOpen={setDetail}
              empty={
                standings.length === 0 ? (
                  <NoOperations />
                ) : (
                  <Empty Icon={SearchX} title={text.noMatch}>
                    <span>{text.noMatchHint(standings.length)}</span>
                    <Button
                      variant="default"
                      onClick={() => change({ search: ALL.search, filter: ALL.filter })}
                    >
                      {text.showEverything}
                    </Button>
                  </Empty>
                )
              }
            />
          </div>
        </div>
      )}
      {shownDetail && (
        <OperationDetail
          standing={shownDetail.standing}
          ended={shownDetail.ended}
          mayView={mayView}
          mayShare={mayShare}
          onLinks={setLinked}
          onCorrect={onCorrect}
          onPack={onPack}
          onClose={closeDetail}
          onFailed={closeDetail}
        />
      )}
      <ChangesSummary store={store} />
      {overview && !linked && (
        <LinkedOperationsDialog onPick={setLinked} onClose={closeOverview} onFailed={closeOverview} />
      )}
      {linked && !linked.sharing && (
        <LinksDialog operation={linked} onClose={closeLinks} onFailed={closeLinks} />
      )}
      {linked?.sharing && (
        <ShareDialog
          operation={byKey.get(linked.operationKey)?.operation ?? linked.sharing}
          expected={byKey.get(linked.operationKey)?.forecast?.milestone ?? null}
          onLinks={() => setLinked({ operationKey: linked.operationKey, name: linked.name })}
          onClose={closeLinks}
          onFailed={closeLinks}
        />
      )}
    </section>
  )
}

const NEXT_SIZE: Readonly<Record<MapSize, MapSize>> = { side: 'half', half: 'full', full: 'side' }

function LastKnown({ at }: { at: number }) {
  const iso = new Date(at + shownOffset()).toISOString()
  return text.lastKnown(formatTime(iso), agoText(iso, useNow()))
}
