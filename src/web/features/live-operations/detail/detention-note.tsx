import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass, Timer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { detentionStanding } from '#domain/detention/standing'
import { formatDurationMinutes } from '#domain/time/duration'
import { detentionNowQuery } from '../../../api/detention.ts'
import { featuresQuery } from '../../../api/entitlements.ts'
import type { Operation } from '../../../api/operation.ts'
import { amountText } from '../../../lib/amount-text.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { liveOperationsText as text } from '../../../text/live-operations.ts'
import classes from './detention-note.module.css'

/** Finer than a minute, so that the text is not a minute behind the clock. */
const STEP_MS = 10_000
const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** 'Tiempo libre: 35 min', then what has run up; nothing where nothing is counted. */
export function DetentionNote({ operation }: { operation: Operation }) {
  const { operationKey, version } = operation
  const client = useQueryClient()
  const features = useQuery(featuresQuery)
  const { data } = useQuery({
    ...detentionNowQuery,
    enabled: features.data?.features.kpiVisibility === true,
    select: (list) => list.find((one) => one.operationKey === operationKey),
  })
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    void client.invalidateQueries({ queryKey: detentionNowQuery.queryKey }, { cancelRefetch: false })
  }, [client, version])
  const now = useNow(STEP_MS)
  if (data === undefined) return null
  const visit = {
    arrivedAt: timeOf(data.arrivedAt),
    accessAt: timeOf(data.accessAt),
    exitAt: timeOf(data.exitAt),
    cancelled: false,
  }
  const standing = detentionStanding(visit, data.terms, now)
  if (standing === null) return null
  const { chargeableMinutes, centavos } = standing.charge
  const isRunning = standing.kind === 'running'
  const Icon = isRunning ? Hourglass : Timer
  return (
    <p className={classes.note} data-running={isRunning || undefined} title={data.contract ?? undefined}>
      <Icon size={16} aria-hidden="true" />
      {isRunning
        ? text.detention(
            formatDurationMinutes(chargeableMinutes * 60),
            centavos === null ? null : amountText(centavos),
          )
        : text.freeTime(formatDurationMinutes(standing.freeMinutesLeft * 60))}
    </p>
  )
}
