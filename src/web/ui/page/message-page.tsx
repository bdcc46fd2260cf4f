import type { ReactNode } from 'react'
import classes from './message-page.module.css'

/** A whole page with one message in its middle. */
export function MessagePage({ children }: { children: ReactNode }) {
  return <main className={classes.page}>{children}</main>
}
