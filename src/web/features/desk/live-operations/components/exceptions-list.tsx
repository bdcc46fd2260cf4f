import { useQuery } from '@tanstack/react-query'
import { BellRing, Phone } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { alertsQuery } from '../../../../api/desk/alerts.ts'
import { operatorsQuery } from '../../../../api/people/operators.ts'
import { alertAddress } from '../../../../lib/desk-address.ts'
import { formatTime } from '../../../../lib/time/date-time.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { statusLabel } from '../../../../text/labels.ts'
import { phoneLink } from '../../../../ui/data/phone-link.ts'
import { useHeldOrder } from '../../../../ui/data/use-held-order.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { phaseStyle, stateIcon } from '../../../../ui/haulage/phase.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ALL, arrange } from '../arrangement.ts'
import { StepTime } from '../detail/step-time.tsx'
import { isException, type Standing } from '../standing.ts'
import classes from './exceptions-list.module.css'

/** What is out of the ordinary: what, since when, against what, and whom to call. */
export function ExceptionsList({
  standings,
  failed,
  onOpen,
}: {
  standings: readonly Standing[]
  failed: boolean
  onOpen: (operationKey: string) => void
}) {
  const operators = useQuery(operatorsQuery)
  const { data: alerts } = useQuery(alertsQuery)
  const byKey = useMemo(
    () =>
      new Map(
        arrange(standings.filter(isException), { ...ALL, sorting: 'delay' }).map((one) => [
          one.operation.operationKey,
          one,
        ]),
      ),
    [standings],
  )
  const { shown, handlers } = useHeldOrder([...byKey.keys()], '')
  const rows = shown.flatMap((operationKey) => byKey.get(operationKey) ?? [])
  const unknown = standings.filter((one) => one.normalSeconds === null && !isException(one)).length
  return (
    <Panel
      as="section"
      className={classes.box}
      data-some={rows.length > 0 || undefined}
      aria-labelledby="exceptions-heading"
    >
      <h3 id="exceptions-heading">
        {text.exceptionsTitle} <span className={classes.count}>{byKey.size}</span>
      </h3>
      {(failed || rows.length > 0) && (
        <p className={classes.hint}>{failed ? text.normalsFailed : text.exceptionsHint}</p>
      )}
      {rows.length === 0 && standings.length > 0 && <p>{text.noExceptions}</p>}
      <ol className={classes.list} {...handlers}>
        {rows.map((standing) => (
          <Row
            key={standing.operation.operationKey}
            standing={standing}
            phone={operators.data?.find(({ id }) => id === standing.operation.userId)?.phone ?? null}
            alertId={alerts?.find((alert) => alert.operationKey === standing.operation.operationKey)?.id}
            onOpen={onOpen}
          />
        ))}
      </ol>
      {unknown > 0 && <p className={classes.hint}>{text.withoutHistory(unknown)}</p>}
    </Panel>
  )
}

function Row({
  standing: { operation, phase, normalSeconds, overdue },
  phone,
  alertId,
  onOpen,
}: {
  standing: Standing
  phone: string | null
  /** Of its open alert. */
  alertId: number | undefined
  onOpen: (operationKey: string) => void
}) {
  const Icon = stateIcon(operation.newestEventType, phase)
  return (
    <li className={classes.row} style={phaseStyle(phase)}>
      <button
        type="button"
        className={classes.what}
        onClick={() => onOpen(operation.operationKey)}
        title={text.openDetail(operation.containerNumber)}
      >
        <span className={classes.icon}>
          <Icon size={16} />
        </span>
        <span className={classes.words}>
          <ContainerNumber value={operation.containerNumber} />
          <span className={classes.soft}>{operation.displayName}</span>
        </span>
        <span className={classes.words}>
          {statusLabel(operation.operationType, operation.newestEventType)}{' '}
          <span className={classes.soft}>{text.since(formatTime(operation.newestEventAt))}</span>
        </span>
        <span className={classes.against} data-overdue={overdue || undefined}>
          <StepTime since={operation.newestEventAt} normalSeconds={normalSeconds} overdue={overdue} />
        </span>
      </button>
      <span className={classes.actions}>
        {phone !== null && (
          <a
            className={classes.call}
            href={phoneLink(phone)}
            aria-label={text.call(operation.displayName)}
            title={phone}
          >
            <Phone size={18} />
          </a>
        )}
        {alertId !== undefined && (
          <Link
            className={classes.call}
            href={alertAddress(alertId)}
            aria-label={text.openAlert(operation.containerNumber)}
            title={text.openAlert(operation.containerNumber)}
          >
            <BellRing size={18} />
          </Link>
        )}
      </span>
    </li>
  )
}
