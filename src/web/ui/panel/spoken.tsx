import type { ReactNode } from 'react'
import classes from './spoken.module.css'

/** Words for screen readers alone. `onPhones`: a wider screen has room to show them. */
export function Spoken({ onPhones = false, children }: { onPhones?: boolean; children: ReactNode }) {
  return <span className={onPhones ? classes.spokenOnPhones : classes.spoken}>{children}</span>
}
