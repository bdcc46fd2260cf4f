import { TriangleAlert } from 'lucide-react'
import type { Operation } from '../../../../api/operation.ts'
import { useStore } from '../../../../lib/store.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { isDoubtful, lookedAt } from '../number-doubts.ts'
import classes from './number-doubt.module.css'

/** Beside a container number with a wrong check digit, until its operation was opened. */
export function NumberDoubt({ operation }: { operation: Operation }) {
  const looked = useStore(lookedAt, (keys) => keys.includes(operation.operationKey))
  if (looked || !isDoubtful(operation)) return null
  return (
    <span role="img" className={classes.doubt} title={text.doubtfulNumber} aria-label={text.doubtfulNumber}>
      <TriangleAlert size={16} />
    </span>
  )
}
