import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { phaseStyle } from '../haulage/phase.tsx'
import classes from './failure-box.module.css'

export interface FailureBoxProps {
  /** What could not be done; the children say why, or what to do. */
  title?: string | undefined
  children: ReactNode
  /** `warning`: not a final failure, the user chooses how to continue. */
  kind?: 'error' | 'warning'
}

/** An error above its form, announced to screen readers when it appears. */
export function FailureBox({ title, children, kind = 'error' }: FailureBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  // The submit button of a long form is far below its top, so scroll the box into view.
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
      <CircleAlert size={20} />
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
