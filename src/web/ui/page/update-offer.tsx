import { RefreshCw } from 'lucide-react'
import { acceptUpdate, updateDue } from '../../lib/app-update.ts'
import { useStore } from '../../lib/store.ts'
import { commonText as text } from '../../text/page.ts'
import classes from './update-offer.module.css'

/** Offers the newer version in a line at the edge of the screen, which covers no button. */
export function UpdateOffer() {
  const due = useStore(updateDue)
  if (!due) return null
  return (
    <div className={classes.offer} role="status">
      <span>{text.updateOffered}</span>
      <button type="button" className={classes.accept} onClick={acceptUpdate}>
        <RefreshCw size={18} />
        {text.updateAccept}
      </button>
    </div>
  )
}
