import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './failure-box.module.css'
import { phaseStyle } from './phase.tsx'

/** What went wrong, above the form it went wrong with, read out when it appears. */
export function FailureBox({ children }: { children: ReactNode }) {
  return (
    <div className={classes.failure} style={phaseStyle('stopped')} role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
