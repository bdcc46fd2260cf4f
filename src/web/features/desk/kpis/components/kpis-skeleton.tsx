import { kpisText as text } from '../../../../text/desk.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import cards from './kpi-cards.module.css'
import classes from './kpis-panel.module.css'
import panels from './panels.module.css'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const PANELS = ['a', 'b', 'c', 'd']

export function KpisSkeleton() {
  return (
    <div className={classes.figures} role="status" aria-label={text.loading}>
      <div className={cards.cards}>
        {CARDS.map((card) => (
          <Bone key={card} height={148} />
        ))}
      </div>
      <div className={panels.panels}>
        {PANELS.map((panel) => (
          <Bone key={panel} height={300} />
        ))}
      </div>
    </div>
  )
}
