import type { ReactNode } from 'react'
import classes from './spoken.module.css'

/** Text for screen readers only. `onPhones`: visible on wider screens. */
export function Spoken({ onPhones = false, children }: { onPhones?: boolean; children: ReactNode }) {
  return <span className={onPhones ? classes.spokenOnPhones : classes.spoken}>{children}</span>
}
