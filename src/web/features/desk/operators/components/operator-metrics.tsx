import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OperatorMetricsResponse } from '#contract/http/people/operators'
import { formatDurationMinutes } from '#domain/time/duration'
import { operatorMetricsQuery } from '../../../../api/people/operators.ts'
import { HttpError } from '../../../../lib/http.ts'
import { operatorsText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { phaseStyle } from '../../../../ui/haulage/phase.tsx'
import { TIME_COLOURS } from '../../../../ui/haulage/time-kind.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { hasMetrics, type OperatorDialogProps, timeShares } from '../model.ts'
import classes from './operators.module.css'

export function OperatorMetrics({ operator, onClose }: OperatorDialogProps) {
  return (
    <>
      <p className={classes.who}>
        {operator.displayName} <span>{operator.username}</span>
      </p>
      <div className={classes.metrics}>
        <Metrics id={operator.id} />
      </div>
      <Button variant="default" fullWidth mt={16} onClick={onClose}>
        {commonText.close}
      </Button>
    </>
  )
}

function Metrics({ id }: { id: number }) {
  const query = useQuery(operatorMetricsQuery(id))
  const { data, error } = query
  if (data && hasMetrics(data)) return <Figures metrics={data} />
  if (query.isPending)
    return <div className={classes.waiting} role="status" aria-label={text.metricsLoading} />
  const gone = error instanceof HttpError && error.status === 404
  if (data || gone) return <Empty small>{text.noMetrics}</Empty>
  return <LoadFailure title={text.metricsFailed} query={query} />
}

const KINDS = [
  { kind: 'productive', word: text.productive },
  { kind: 'unproductive', word: text.unproductive },
  { kind: 'neutral', word: text.neutral },
] as const

const minutesText = (minutes: number): string => formatDurationMinutes(minutes * 60)

function Figures({
  metrics: { totalOperations, totalEvents, operationsByType, times },
}: {
  metrics: OperatorMetricsResponse
}) {
  const shares = timeShares(times)
  return (
    <>
      <dl className={classes.figures}>
        <Figure term={text.totalOperations} value={totalOperations} />
        <Figure term={text.totalEvents} value={totalEvents} />
        <Figure term={text.loads} value={operationsByType.load} />
        <Figure term={text.unloads} value={operationsByType.unload} />
      </dl>
      <h3 className={classes.subtitle}>{text.times}</h3>
      <div className={classes.bar} aria-hidden="true">
        {KINDS.map(({ kind }) => (
          <i key={kind} style={{ ...phaseStyle(TIME_COLOURS[kind]), width: `${shares[kind]}%` }} />
        ))}
      </div>
      <dl className={classes.times}>
        {KINDS.map(({ kind, word }) => (
          <div key={kind} style={phaseStyle(TIME_COLOURS[kind])}>
            <dt>
              <i aria-hidden="true" />
              {word}
            </dt>
            <dd>{minutesText(times[kind])}</dd>
          </div>
        ))}
        <div>
          <dt>{text.total}</dt>
          <dd>{minutesText(times.total)}</dd>
        </div>
        <div>
          <dt>{text.productiveRatio}</dt>
          <dd>{text.percent(times.productiveRatio)}</dd>
        </div>
      </dl>
    </>
  )
}

function Figure({ term, value }: { term: string; value: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
