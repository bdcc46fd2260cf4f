import type { ReactNode } from 'react'
import classes from './message-page.module.css'

/** A whole page with one message in its middle. */
export function MessagePage({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <main className={classes.page} role={role}>
      {children}
    </main>
  )
}
