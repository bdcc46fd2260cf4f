import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, Link2, Map as MapIcon, PackageCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CorrectionTarget } from '../../../api/corrections.ts'
import { useLive } from '../../../api/live.ts'
import { operatorsQuery } from '../../../api/operators.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { useStore } from '../../../lib/store.ts'
import { commonText } from '../../../text/common.ts'
import { liveOperationsText as text } from '../../../text/live-operations.ts'
import { operationLinksText } from '../../../text/operation-links.ts'
import { RefreshButton } from '../../../ui/data/refresh-button.tsx'
import { Pill } from '../../../ui/haulage/phase.tsx'
import { Bone } from '../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { StaleStrip } from '../../../ui/loading/stale-strip.tsx'
import { Empty } from '../../../ui/panel/empty.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { Spoken } from '../../../ui/panel/spoken.tsx'
import type { LiveBoard } from '../queries.ts'
import { ChangesSummary } from './changes-summary.tsx'
import type { LinkedOperation } from './links-dialog.tsx'
import { type GridHandle, OperationsGrid } from './operations-grid.tsx'
import classes from './operations-panel.module.css'
import { OperationsSide } from './operations-side.tsx'

const LinkedOperationsDialog = lazy(async () => ({
  default: (await import('./linked-operations-dialog.tsx')).LinkedOperationsDialog,
}))
const LinksDialog = lazy(async () => ({ default: (await import('./links-dialog.tsx')).LinksDialog }))

/** 'Operaciones de Transporte Activas': the heading with its count, and the cards or what stands in for them. */
export function OperationsPanel({
  board: { store, query },
  mayView,
  mayShare,
  onCorrect,
}: {
  board: LiveBoard
  mayView: boolean
  mayShare: boolean
  onCorrect: (target: CorrectionTarget) => void
}) {
  const order = useStore(store, ({ board }) => board.order)
  const offline = useLastingOffline()
  // Once a list has come, the cards stay, also offline.
  const known = useStore(store, ({ board }) => board.seq >= 0)
  const side = useSideOpen()
  const grid = useRef<GridHandle>(null)
  // Here and not at the card, which goes when its operation ends.
  const [linked, setLinked] = useState<LinkedOperation | null>(null)
  const [overview, setOverview] = useState(false)

  return (
    <section aria-labelledby="operations-heading" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="operations-heading">{text.heading}</h2>
        <Pill phase="working" title={known ? text.count(order.length) : undefined}>
          {known ? order.length : '–'}
        </Pill>
        {mayShare && (
          <Button
            className={classes.links ?? ''}
            variant="default"
            px={12}
            leftSection={<Link2 size={18} aria-hidden="true" />}
            onClick={() => setOverview(true)}
          >
            {/* On a phone the icon alone: the row has no room for the word. */}
            <Spoken onPhones>{operationLinksText.button}</Spoken>
          </Button>
        )}
        <Button
          variant={side.open ? 'light' : 'default'}
          px={12}
          leftSection={<MapIcon size={18} aria-hidden="true" />}
          aria-expanded={side.open}
          onClick={side.toggle}
        >
          {text.showMap}
        </Button>
        <RefreshButton
          label={text.refreshOperations}
          refreshing={query.isFetching && known}
          onRefresh={() => void query.refetch()}
        />
      </header>
      {known && offline && <StaleStrip Icon={CloudOff}>{text.offlineNote}</StaleStrip>}
      {known && query.isError && (
        <Alert color="red" title={text.loadFailed} className={classes.alert}>
          <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
            {commonText.retry}
          </Button>
        </Alert>
      )}
      {!known && query.isError && <LoadFailure title={text.loadFailed} query={query} />}
      {!known && !query.isError && <Skeletons />}
      {known && (
        <div className={classes.split} data-side={side.open || undefined}>
          <OperationsGrid
            ref={grid}
            store={store}
            order={order}
            mayView={mayView}
            mayShare={mayShare}
            onLinks={setLinked}
            onCorrect={onCorrect}
            empty={<NoOperations />}
          />
          {side.open && (
            <OperationsSide store={store} onPick={(operationKey) => grid.current?.reveal(operationKey)} />
          )}
        </div>
      )}
      <ChangesSummary store={store} />
      {overview && !linked && (
        <Suspense>
          <LinkedOperationsDialog onPick={setLinked} onClose={() => setOverview(false)} />
        </Suspense>
      )}
      {linked && (
        <Suspense>
          <LinksDialog operation={linked} onClose={() => setLinked(null)} />
        </Suspense>
      )}
    </section>
  )
}

const SIDE_KEY = 'operations-side'

/** Whether map and delays stand beside the cards: as left, else where there is room for them. */
function useSideOpen(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => {
    const stored = readStored(SIDE_KEY)
    return typeof stored === 'boolean' ? stored : window.matchMedia('(min-width: 62em)').matches
  })
  return {
    open,
    toggle: () => {
      writeStored(SIDE_KEY, !open)
      setOpen(!open)
    },
  }
}

/** A shorter break is not shown: a note that comes and goes would make the cards jump. */
const WORTH_SAYING_MS = 3000

function useLastingOffline(): boolean {
  const { connected } = useLive()
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (connected) return
    const timer = setTimeout(() => setLasting(true), WORTH_SAYING_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [connected])
  return lasting
}

function NoOperations() {
  const operators = useQuery(operatorsQuery)
  return (
    <Empty Icon={PackageCheck} title={text.empty}>
      <span>{text.emptyHint(operators.data?.length ?? null)}</span>
    </Empty>
  )
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

function Skeletons() {
  return (
    <div className={classes.grid} role="status" aria-label={text.loading}>
      {SKELETONS.map((key) => (
        <Panel key={key} className={classes.skeleton}>
          <Bone width="55%" />
          <Bone />
          <Bone width="35%" />
          <Bone />
          <Bone />
          <Bone />
        </Panel>
      ))}
    </div>
  )
}
