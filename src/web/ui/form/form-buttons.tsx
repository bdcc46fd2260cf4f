import type { ReactNode } from 'react'
import classes from './form-buttons.module.css'

/** Two buttons at the end of a form or dialog: cancel, and the larger one that continues. `large`: on the driver's phone. */
export function FormButtons({ large = false, children }: { large?: boolean; children: ReactNode }) {
  return (
    <div className={classes.buttons} data-large={large || undefined}>
      {children}
    </div>
  )
}
