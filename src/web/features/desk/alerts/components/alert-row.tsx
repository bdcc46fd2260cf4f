import { Button } from '@mantine/core'
import { Check, Clock, Phone, TriangleAlert, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Alert } from '../../../../api/alerts.ts'
import { isSnoozed } from '../../../../api/alerts.ts'
import { operationAddress } from '../../../../lib/desk-address.ts'
import { formatDateTime, formatTime } from '../../../../lib/time/date-time.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { statusLabel } from '../../../../text/labels.ts'
import { phoneLink } from '../../../../ui/data/phone-link.ts'
import { RelativeTime } from '../../../../ui/data/relative-time.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { againstText, LEVEL_PHASES, levelOf } from '../model.ts'
import classes from './alerts.module.css'

/** What, since when, against what, and whom to call. Without `onHandle`: closed. */
export function AlertRow({
  alert,
  now,
  asked = false,
  onHandle,
}: {
  alert: Alert
  now: number
  /** It is the one that the address names. */
  asked?: boolean
  onHandle?: () => void
}) {
  const level = levelOf(alert)
  const row = useRef<HTMLLIElement>(null)
  // The focus brings it into view, marks it, and reads it out.
  useEffect(() => {
    if (asked) row.current?.focus()
  }, [asked])
  return (
    <li ref={row} className={classes.row} tabIndex={asked ? -1 : undefined}>
      <div className={classes.what}>
        <span className={classes.line}>
          <Pill small phase={LEVEL_PHASES[level]} Icon={TriangleAlert}>
            {text.levels[level]}
          </Pill>
          <strong>{text.kinds[alert.kind]}</strong>
        </span>
        <span className={classes.line}>
          {alert.closedAt === null ? (
            <Link
              className={classes.link}
              href={operationAddress(alert.containerNumber)}
              title={text.openOperation(alert.containerNumber)}
            >
              <ContainerNumber value={alert.containerNumber} />
            </Link>
          ) : (
            <ContainerNumber value={alert.containerNumber} />
          )}
          <span className={classes.soft}>{alert.displayName}</span>
        </span>
        <span>
          {againstText(alert)}{' '}
          <span className={classes.soft} title={formatDateTime(alert.since)}>
            {text.since(formatTime(alert.since))}
          </span>
        </span>
        {alert.closedWhy !== null && alert.closedAt !== null ? (
          <span className={classes.soft}>
            {text.closedWhy[alert.closedWhy]}, <RelativeTime at={alert.closedAt} />
          </span>
        ) : (
          <span className={classes.soft}>
            {statusLabel(alert.operationType, alert.newestEventType)}, <RelativeTime at={alert.levelAt} />
          </span>
        )}
        <Marks alert={alert} now={now} />
        {alert.note !== null && <span className={classes.note}>{alert.note}</span>}
      </div>
      {onHandle && (
        <div className={classes.actions}>
          {alert.phone !== null && (
            <a
              className={classes.call}
              href={phoneLink(alert.phone)}
              aria-label={text.call(alert.displayName)}
              title={alert.phone}
            >
              <Phone size={18} />
            </a>
          )}
          <Button
            variant="default"
            aria-label={`${text.handle}: ${text.kinds[alert.kind]}, ${alert.containerNumber}`}
            onClick={onHandle}
          >
            {text.handle}
          </Button>
        </div>
      )}
    </li>
  )
}

function Marks({ alert, now }: { alert: Alert; now: number }) {
  const { acknowledgedAt, assignedTo, snoozedUntil } = alert
  const snoozed = snoozedUntil !== null && alert.closedAt === null && isSnoozed(alert, now)
  if (acknowledgedAt === null && assignedTo === null && !snoozed) return null
  return (
    <span className={classes.line}>
      {acknowledgedAt !== null && (
        <Pill small phase="done" Icon={Check}>
          {text.acknowledgedMark}
        </Pill>
      )}
      {assignedTo !== null && (
        <Pill small phase="driving" Icon={UserRound}>
          {text.assignedMark(assignedTo)}
        </Pill>
      )}
      {snoozed && (
        <Pill small phase="stale" Icon={Clock}>
          {text.snoozedMark(formatTime(snoozedUntil))}
        </Pill>
      )}
    </span>
  )
}
