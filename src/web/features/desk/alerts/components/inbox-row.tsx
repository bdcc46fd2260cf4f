import { Check, CircleAlert, Info, type LucideIcon, OctagonAlert, Undo2 } from 'lucide-react'
import { memo } from 'react'
import type { AlertLevel } from '#domain/alert/kinds'
import { formatDurationMinutes } from '#domain/time/duration'
import { type Alert, isHandled, isUnseen } from '../../../../api/desk/alerts.ts'
import type { Store } from '../../../../lib/store.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { useWhole } from '../../../../ui/data/use-whole.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { phaseStyle } from '../../../../ui/haulage/phase.tsx'
import { againstText, LEVEL_PHASES, levelOf, secondsSince } from '../model.ts'
import classes from './inbox.module.css'

export const LEVEL_ICONS: Readonly<Record<AlertLevel, LucideIcon>> = {
  1: Info,
  2: CircleAlert,
  3: OctagonAlert,
}

export interface InboxRowProps {
  alert: Alert
  /** Whether the list passes faster than it can be read. */
  passing: Store<boolean>
  /** Of where the truck goes. */
  place: string | undefined
  /** Milliseconds of the server, in whole minutes: a row is drawn again once a minute. */
  now: number
  /** The row before is of the same truck. */
  follows: boolean
  isCurrent: boolean
  isOpen: boolean
  isSelected: boolean
}

/** What a press in a row does: its `data-act`, which the list reads. */
export type RowAct = 'open' | 'select' | 'acknowledge'
const act = (name: RowAct) => ({ 'data-act': name })

export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  return useWhole(props.passing) ? <WholeRow {...props} /> : <PassingRow {...props} />
})

/** One alert in a line: level, what, which truck, who, where, since when, what to do; opened, selected or acknowledged. */
function WholeRow(props: InboxRowProps) {
  const { alert, place, now, follows, isSelected } = props
  const level = levelOf(alert)
  const Icon = LEVEL_ICONS[level]
  const number = groupedText(alert.containerNumber)
  const kind = text.kinds[alert.kind]
  const closed = alert.closedAt !== null
  const handled = isHandled(alert, now)
  const unseen = isUnseen(alert, now)
  const tabIndex = props.isCurrent ? 0 : -1
  const name = `${kind}, ${number}`
  return (
    <li
      className={classes.row}
      data-alert={alert.id}
      data-unseen={unseen || undefined}
      data-open={props.isOpen || undefined}
      data-selected={isSelected || undefined}
      data-follows={follows || undefined}
      style={phaseStyle(closed ? 'done' : LEVEL_PHASES[level])}
    >
      {closed ? (
        <span />
      ) : (
        <label className={classes.tick}>
          <input
            type="checkbox"
            tabIndex={tabIndex}
            checked={isSelected}
            readOnly
            aria-label={text.select(name)}
            {...act('select')}
          />
        </label>
      )}
      <button
        type="button"
        className={classes.open}
        tabIndex={tabIndex}
        aria-expanded={props.isOpen}
        {...act('open')}
      >
        <span className={classes.level}>
          <Icon size={16} />
          <span className={classes.word}>{closed ? text.closedMark : text.levels[level]}</span>
          {unseen && <span className={classes.fresh}>{text.unseenMark}</span>}
        </span>
        <span className={classes.what}>
          <strong>{kind}</strong>{' '}
          <span className={classes.soft}>{[againstText(alert), alert.note].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={classes.truck}>
          <ContainerNumber value={alert.containerNumber} />
        </span>
        <span className={classes.who}>{alert.displayName}</span>
        <span className={classes.place}>{place ?? text.noPlace}</span>
        <span className={classes.next}>
          {closed ? text.closedWhy[alert.closedWhy ?? 'reason_gone'] : text.next[alert.kind]}
        </span>
        <time className={classes.time} dateTime={alert.since} title={formatDateTime(alert.since)}>
          {formatDurationMinutes(secondsSince(alert, now))}
        </time>
      </button>
      {closed ? (
        <span />
      ) : (
        <button
          type="button"
          className={classes.done}
          tabIndex={tabIndex}
          aria-label={`${handled ? text.putBack : text.acknowledge}: ${name}`}
          title={handled ? text.putBack : text.acknowledge}
          {...act('acknowledge')}
        >
          {handled ? <Undo2 size={20} /> : <Check size={20} />}
        </button>
      )}
    </li>
  )
}

/** Placeholder of a row during a fast scroll. */
function PassingRow({ alert, now, follows }: InboxRowProps) {
  const level = levelOf(alert)
  const closed = alert.closedAt !== null
  return (
    <li
      className={classes.row}
      data-alert={alert.id}
      data-unseen={isUnseen(alert, now) || undefined}
      data-follows={follows || undefined}
    >
      <span />
      <div className={classes.open}>
        <span className={classes.word}>{closed ? text.closedMark : text.levels[level]}</span>
        <strong className={classes.what}>{text.kinds[alert.kind]}</strong>
        <span className={classes.truck}>{groupedText(alert.containerNumber)}</span>
        <span className={classes.who}>{alert.displayName}</span>
      </div>
    </li>
  )
}
