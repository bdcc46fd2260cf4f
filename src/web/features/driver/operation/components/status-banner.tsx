import { WifiOff } from 'lucide-react'
import type { Outbox } from '#domain/outbox/entry'
import { formatDuration } from '#domain/time/duration'
import { maintenance } from '../../../../lib/maintenance.ts'
import { useStore } from '../../../../lib/store.ts'
import { formatTime } from '../../../../lib/time/date-time.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { operationText as text } from '../../../../text/driver.ts'
import { phaseStyle, stateIcon } from '../../../../ui/haulage/phase.tsx'
import { secondsInState, type WorkflowView } from '../model.ts'
import type { OperationActions } from '../use-operation-actions.ts'
import { Feedback } from './feedback.tsx'
import classes from './status-banner.module.css'

export interface StatusBannerProps {
  /** Epoch milliseconds of the newest event, by the server's clock. */
  newestEventAt: number
  view: WorkflowView
  /** Offline, or the last poll failed. */
  stale: boolean
  box: Outbox
  actions: OperationActions
}

/** The state in large: colour, icon, label and elapsed time, and what came of the newest press. */
export function StatusBanner({ newestEventAt, view, stale, box, actions }: StatusBannerProps) {
  const resting = useStore(maintenance)
  const Icon = stateIcon(view.eventType, view.phase)
  return (
    <section
      className={classes.banner}
      data-phase={view.phase}
      data-stale={stale || undefined}
      style={phaseStyle(view.phase)}
    >
      <div className={classes.state}>
        <Icon size={40} />
        <strong className={classes.label} role="status">
          {view.statusLabel}
        </strong>
      </div>
      <div>
        <div className={classes.caption}>{text.timeInState}</div>
        <Elapsed since={newestEventAt} />
      </div>
      <Feedback
        box={box}
        actions={actions}
        otherwise={
          stale ? (
            <>
              <WifiOff size={18} />
              {resting ? text.lastKnown : text.offline}
            </>
          ) : (
            text.since(formatTime(new Date(newestEventAt).toISOString()))
          )
        }
      />
    </section>
  )
}

/** A separate component, so that only it renders every second. */
function Elapsed({ since }: { since: number }) {
  const seconds = secondsInState(since, useNow())
  return (
    <div className={classes.elapsed} role="timer" aria-label={text.timeInState}>
      {formatDuration(seconds)}
    </div>
  )
}
