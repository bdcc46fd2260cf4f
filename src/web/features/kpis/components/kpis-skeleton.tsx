import { kpisText as text } from '../../../text/kpis.ts'
import breathing from '../../../ui/loading/breathing.module.css'
import cards from './kpi-cards.module.css'
import classes from './kpis-panel.module.css'
import panels from './panels.module.css'

const bones = `${breathing.breathingParts} ${classes.bones}`

/** The layout of the figures without them. */
export function KpisSkeleton() {
  return (
    <div className={classes.figures} role="status" aria-label={text.loading}>
      <div className={`${bones} ${cards.cards}`}>
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className={`${bones} ${panels.panels}`}>
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
