import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './outcome.module.css'

/** What a form has come to, in its place. The title takes the focus, so that it is read out. */
export function Outcome({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.outcome}>
      <Icon size={40} />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{children}</p>
    </div>
  )
}
