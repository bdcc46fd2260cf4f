import { kpisText as text } from '../../../text/kpis.ts'
import breathing from '../../../ui/breathing.module.css'
import classes from './kpis-panel.module.css'

/** The layout of the figures without them. */
export function KpisSkeleton() {
  return (
    <div className={classes.figures} role="status" aria-label={text.loading}>
      <div className={`${breathing.breathingParts} ${classes.boneCards}`}>
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className={`${breathing.breathingParts} ${classes.bonePanels}`}>
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
