import { Lock } from 'lucide-react'
import { kpisText as text } from '../../../text/kpis.ts'
import { liveOperationsText } from '../../../text/live-operations.ts'
import { Bone } from '../../../ui/loading/bone.tsx'
import { Empty } from '../../../ui/panel/empty.tsx'
import classes from './behind.module.css'

/** The events belong to another premium feature, which is closed. */
export function PremiumNote() {
  return (
    <Empty small Icon={Lock} title={liveOperationsText.locked}>
      {text.premiumEvents}
    </Empty>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Skeleton of the rows. */
export function Rows() {
  return (
    <div className={classes.list} role="status" aria-label={text.loadingRows}>
      {ROWS.map((row) => (
        <Bone key={row} height={40} />
      ))}
    </div>
  )
}
