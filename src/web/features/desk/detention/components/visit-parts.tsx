import { useQuery } from '@tanstack/react-query'
import { VISIT_PARTS, visitParts } from '#domain/detention/parts'
import { PARK_INTERVALS } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import { operationRecordQuery } from '../../../../api/operation-record.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import type { Visit } from '../month.ts'
import classes from './visit-parts.module.css'

const ENDED: readonly string[] = PARK_INTERVALS
const SUMS = VISIT_PARTS.filter((part) => !ENDED.includes(part)).toReversed()

/** Where the time of a visit went, as its pack says: the parts add up to the visit. */
export function VisitParts({ visit: { operationKey, operationType } }: { visit: Visit }) {
  const query = useQuery(operationRecordQuery(operationKey))
  if (query.data === undefined) {
    return query.isError ? (
      <p role="alert" className={classes.failed}>
        {text.loadFailed}{' '}
        <button type="button" onClick={() => void query.refetch()}>
          {commonText.retry}
        </button>
      </p>
    ) : (
      <div role="status" aria-label={text.partsLoading}>
        <Bone width="60%" />
      </div>
    )
  }
  const parts = visitParts(
    operationType,
    query.data
      .filter(({ retracted, cancelled }) => !retracted && !cancelled)
      .map(({ eventType, timestamp }) => ({ eventType, at: Date.parse(timestamp) }))
      .toReversed(),
  )
  return (
    <dl className={classes.parts}>
      {[...PARK_INTERVALS, ...SUMS].map((part) => (
        <div key={part} data-sum={!ENDED.includes(part) || undefined}>
          <dt>{text.parts[part]}</dt>
          <dd>{parts[part] === null ? '—' : formatDurationMinutes(parts[part] * 60)}</dd>
        </div>
      ))}
    </dl>
  )
}
