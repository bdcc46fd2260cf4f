import { trackingText as text } from '../../../text/tracking.ts'
import classes from './tracking.module.css'

/** The page's final layout without its words. */
export function TrackingSkeleton() {
  return (
    <div className={classes.columns} role="status" aria-label={text.loading}>
      <div className={classes.answer}>
        <i className={classes.bone} style={{ height: 32, width: '60%', margin: 16 }} />
        <i className={classes.bone} style={{ height: 104, borderRadius: 0 }} />
        <i className={classes.bone} style={{ height: 24, width: '70%', margin: 16 }} />
        <i className={classes.bone} style={{ height: 160, margin: 16 }} />
      </div>
      <div className={classes.answer} style={{ padding: 16 }}>
        <i className={classes.bone} style={{ height: 24, width: '50%' }} />
        <i className={classes.bone} style={{ height: 396, marginTop: 16 }} />
      </div>
    </div>
  )
}
