import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './error-box.module.css'
import { phaseStyle } from './phase.tsx'

export interface ErrorBoxProps {
  title: string
  children: ReactNode
  /** `warning`: nothing failed for good, the user chooses how to go on. */
  kind?: 'error' | 'warning'
}

/** A titled box above a form, read out when it appears. */
export function ErrorBox({ title, children, kind = 'error' }: ErrorBoxProps) {
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
      role="alert"
    >
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        <div>{children}</div>
      </div>
    </div>
  )
}
