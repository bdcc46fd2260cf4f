import { RefreshCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { acceptUpdate, updateOffer } from '../../lib/app-update.ts'
import { commonText as text } from '../../text/common.ts'
import classes from './update-offer.module.css'

/** A newer version is there: a line at the edge of the screen that covers nothing one presses. */
export function UpdateOffer() {
  const due = useSyncExternalStore(updateOffer.subscribe, updateOffer.isDue)
  if (!due) return null
  return (
    <div className={classes.offer} role="status">
      <span>{text.updateOffered}</span>
      <button type="button" className={classes.accept} onClick={acceptUpdate}>
        <RefreshCw size={18} aria-hidden="true" />
        {text.updateAccept}
      </button>
    </div>
  )
}
