import { WifiOff } from 'lucide-react'
import { formatDuration } from '#domain/time/duration'
import { formatTime } from '../../../lib/time/date-time.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { operationText as text } from '../../../text/operation.ts'
import { phaseStyle, stateIcon } from '../../../ui/haulage/phase.tsx'
import { secondsInState, type WorkflowView } from '../model.ts'
import classes from './status-banner.module.css'

export interface StatusBannerProps {
  /** Epoch milliseconds of the newest event, by the server's clock. */
  newestEventAt: number
  view: WorkflowView
  /** Offline, or the last poll failed. */
  stale: boolean
}

/** The state in large: colour, icon, label and elapsed time. */
export function StatusBanner({ newestEventAt, view, stale }: StatusBannerProps) {
  const Icon = stateIcon(view.eventType, view.phase)
  return (
    <section className={classes.banner} data-stale={stale || undefined} style={phaseStyle(view.phase)}>
      <div className={classes.state}>
        <Icon size={40} aria-hidden="true" />
        <strong className={classes.label} role="status">
          {view.statusLabel}
        </strong>
      </div>
      <div>
        <div className={classes.caption}>{text.timeInState}</div>
        <Elapsed since={newestEventAt} />
      </div>
      <div className={classes.note}>
        {stale ? (
          <>
            <WifiOff size={16} aria-hidden="true" />
            {text.offline}
          </>
        ) : (
          text.since(formatTime(new Date(newestEventAt).toISOString()))
        )}
      </div>
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
