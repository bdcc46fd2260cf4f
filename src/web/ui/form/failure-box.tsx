import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { phaseStyle } from '../haulage/phase.tsx'
import classes from './failure-box.module.css'

export interface FailureBoxProps {
  /** What could not be done, where the children tell why, or what to do about it. */
  title?: string
  children: ReactNode
  /** `warning`: nothing failed for good, the user chooses how to go on. */
  kind?: 'error' | 'warning'
}

/** What went wrong, above the form it went wrong with, read out when it appears. */
export function FailureBox({ title, children, kind = 'error' }: FailureBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  // The submit button of a long form is a screen below its top: a box nobody sees helps nobody.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      className={classes.box}
      style={phaseStyle(kind === 'error' ? 'stopped' : 'waiting')}
      data-titled={title !== undefined || undefined}
      role="alert"
    >
      <CircleAlert size={20} aria-hidden="true" />
      {title === undefined ? (
        <div className={classes.words}>{children}</div>
      ) : (
        <div>
          <strong>{title}</strong>
          <div>{children}</div>
        </div>
      )}
    </div>
  )
}
