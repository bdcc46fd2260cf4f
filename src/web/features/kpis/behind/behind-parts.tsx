import { Lock } from 'lucide-react'
import { kpisText as text } from '../../../text/kpis.ts'
import { liveOperationsText } from '../../../text/live-operations.ts'
import classes from './behind.module.css'

/** The events belong to another premium feature, which is off. */
export function PremiumNote() {
  return (
    <p className={classes.empty}>
      <Lock size={24} aria-hidden="true" />
      <strong>{liveOperationsText.locked}</strong>
      {text.premiumEvents}
    </p>
  )
}

/** Rows on their way. */
export function Rows() {
  return (
    <div className={classes.bones} role="status" aria-label={text.loadingRows}>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
