import { useQuery } from '@tanstack/react-query'
import { Clock, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { workflowRow } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import { stepPercentilesQuery } from '../../../api/supervisor-operations.ts'
import { useStore } from '../../../lib/store.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { statusLabel } from '../../../text/labels.ts'
import { liveOperationsText as text } from '../../../text/live-operations.ts'
import { Elapsed } from '../../../ui/data/relative-time.tsx'
import { ContainerNumber } from '../../../ui/haulage/container-number.tsx'
import { phaseStyle, stateIcon } from '../../../ui/haulage/phase.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { BoardStore } from '../board-store.ts'
import { heldOrder } from '../model.ts'
import { normalsOf, type Standing, stuckLongest } from '../stuck.ts'
import classes from './stuck-list.module.css'

const FEW = 6
/** How often the order is recomputed. The times tick by themselves. */
const STEP_MS = 10_000

/** Who has been in a step longest, measured by what that step normally takes here. */
export function StuckList({ store, onPick }: { store: BoardStore; onPick: (operationKey: string) => void }) {
  const cards = useStore(store, ({ cards }) => cards)
  const percentiles = useQuery(stepPercentilesQuery)
  const now = useNow(STEP_MS)
  const [all, setAll] = useState(false)
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const normals = useMemo(() => normalsOf(percentiles.data ?? []), [percentiles.data])
  const ranked = useMemo(
    () =>
      stuckLongest(
        Array.from(cards.values(), ({ operation }) => operation),
        normals,
        now,
      ),
    [cards, normals, now],
  )
  if (ranked.length === 0) return null
  const byKey = new Map(ranked.map((standing) => [standing.operation.operationKey, standing]))
  const shown = heldOrder(held ?? [], [...byKey.keys()])
    .flatMap((operationKey) => byKey.get(operationKey) ?? [])
    .slice(0, all ? ranked.length : FEW)
  return (
    <Panel as="section" className={classes.box} aria-labelledby="stuck-heading">
      <h3 id="stuck-heading">{text.stuckTitle}</h3>
      <p className={classes.hint}>{percentiles.isError ? text.stuckFailed : text.stuckHint}</p>
      <ol
        className={classes.list}
        onPointerEnter={(event) => {
          // Rows do not move under the mouse, so that the right one is clicked.
          if (event.pointerType === 'mouse') setHeld(shown.map(({ operation }) => operation.operationKey))
        }}
        onPointerLeave={() => setHeld(null)}
      >
        {shown.map((standing) => (
          <li key={standing.operation.operationKey}>
            <Row standing={standing} onPick={onPick} />
          </li>
        ))}
      </ol>
      {ranked.length > FEW && (
        <button type="button" className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text.showFewer : text.showAll(ranked.length)}
        </button>
      )}
    </Panel>
  )
}

function Row({ standing, onPick }: { standing: Standing; onPick: (operationKey: string) => void }) {
  const { operation, normalSeconds, late } = standing
  const { phase } = workflowRow(operation.operationType, operation.newestEventType)
  const Icon = stateIcon(operation.newestEventType, phase)
  const Sign = late ? TriangleAlert : Clock
  return (
    <button
      type="button"
      className={classes.row}
      data-late={late || undefined}
      style={phaseStyle(phase)}
      onClick={() => onPick(operation.operationKey)}
      title={text.goToCard(operation.containerNumber)}
    >
      <span className={classes.icon}>
        <Icon size={16} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <ContainerNumber value={operation.containerNumber} />
        <span className={classes.status}>
          {statusLabel(operation.operationType, operation.newestEventType)}
        </span>
      </span>
      <span className={classes.time}>
        {normalSeconds === null ? (
          <>
            {/* Counted like the card's own time: the two stand beside each other. */}
            <Elapsed since={operation.newestEventAt} format={formatDurationMinutes} />
            <span className={classes.soft}>{text.noHistory}</span>
          </>
        ) : (
          <span className={classes.against}>
            <Sign size={16} role="img" aria-label={late ? text.late : text.inTime} />
            <Elapsed
              since={operation.newestEventAt}
              format={(seconds) => text.stuck(seconds, normalSeconds)}
            />
          </span>
        )}
      </span>
    </button>
  )
}
