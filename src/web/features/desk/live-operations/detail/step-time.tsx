import { TriangleAlert } from 'lucide-react'
import { formatDurationMinutes } from '#domain/time/duration'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { Elapsed } from '../../../../ui/data/relative-time.tsx'
import type { Standing } from '../standing.ts'
import classes from './step-time.module.css'

/** How long an operation has been in its step, against the normal time: '48 min; normal 22'. */
export function StepTime({
  since,
  normalSeconds,
  overdue,
}: Pick<Standing, 'normalSeconds' | 'overdue'> & { since: string }) {
  return (
    <span className={classes.time} data-overdue={overdue || undefined}>
      {overdue && <TriangleAlert size={16} role="img" aria-label={text.overdue} />}
      <Elapsed since={since} format={formatDurationMinutes} />
      {normalSeconds !== null && <span className={classes.normal}>{text.againstNormal(normalSeconds)}</span>}
    </span>
  )
}
