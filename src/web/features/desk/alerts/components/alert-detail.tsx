import { Button, Textarea, TextInput } from '@mantine/core'
import { Check, Clock, Phone, Undo2, UserRoundCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { formatDurationMinutes } from '#domain/time/duration'
import { type Alert, isHandled, isSnoozed } from '../../../../api/desk/alerts.ts'
import { operationAddress } from '../../../../lib/desk-address.ts'
import { formatDateTime, formatTime } from '../../../../lib/time/date-time.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { statusLabel } from '../../../../text/labels.ts'
import { phoneLink } from '../../../../ui/data/phone-link.ts'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { againstText, LEVEL_PHASES, levelOf, secondsSince } from '../model.ts'
import { type Handling, useHandleAlerts } from '../queries.ts'
import classes from './alerts.module.css'
import { LEVEL_ICONS } from './inbox-row.tsx'

const SNOOZES = [15, 30, 60, 120]

/** Everything about one alert, and what can be done about it. */
export function AlertDetail({
  alert,
  place,
  own,
  now,
}: {
  alert: Alert
  place: string | undefined
  /** Who reads. */
  own: string
  now: number
}) {
  const handle = useHandleAlerts()
  const act = (handling: Handling) => handle({ alerts: [alert], ...handling })
  const level = levelOf(alert)
  const closed = alert.closedAt !== null
  const handled = isHandled(alert, now)
  const snoozed = isSnoozed(alert, now)
  return (
    <div className={classes.detail}>
      <div className={classes.line}>
        <Pill phase={LEVEL_PHASES[level]} Icon={LEVEL_ICONS[level]}>
          {text.levels[level]}
        </Pill>
        {closed ? (
          <ContainerNumber value={alert.containerNumber} />
        ) : (
          <Link
            className={classes.link}
            href={operationAddress(alert.containerNumber)}
            title={text.openOperation(alert.containerNumber)}
          >
            <ContainerNumber value={alert.containerNumber} />
          </Link>
        )}
      </div>
      <p className={classes.against}>{againstText(alert)}</p>
      <dl className={classes.facts}>
        <Fact name={text.stateLabel}>{statusLabel(alert.operationType, alert.newestEventType)}</Fact>
        <Fact name={text.sinceLabel}>
          {formatDateTime(alert.since)} ({formatDurationMinutes(secondsSince(alert, now))})
        </Fact>
        <Fact name={text.driverLabel}>{alert.displayName}</Fact>
        <Fact name={text.placeLabel}>{place ?? text.noPlace}</Fact>
        {alert.seenAt && <Fact name={text.seenLabel}>{formatDateTime(alert.seenAt)}</Fact>}
        {alert.acknowledgedAt && (
          <Fact name={text.acknowledgedMark}>{formatDateTime(alert.acknowledgedAt)}</Fact>
        )}
        {snoozed && alert.snoozedUntil && (
          <Fact name={text.snooze}>{text.snoozedMark(formatTime(alert.snoozedUntil))}</Fact>
        )}
        {alert.assignedTo && <Fact name={text.assign}>{alert.assignedTo}</Fact>}
        {alert.closedAt && alert.closedWhy && (
          <Fact name={text.closedWhy[alert.closedWhy]}>{formatDateTime(alert.closedAt)}</Fact>
        )}
      </dl>
      {closed ? (
        alert.note && <p className={classes.note}>{alert.note}</p>
      ) : (
        <>
          <p className={classes.advice}>
            <strong>{text.nextLabel}:</strong> {text.next[alert.kind]}
          </p>
          <div className={classes.actions}>
            {alert.phone !== null && (
              <Button
                component="a"
                variant="default"
                href={phoneLink(alert.phone)}
                aria-label={text.call(alert.displayName)}
                title={alert.phone}
                leftSection={<Phone size={18} />}
              >
                {text.callShort}
              </Button>
            )}
            {handled ? (
              <ToolButton Icon={Undo2} onClick={() => act({ acknowledged: false, snoozeMinutes: null })}>
                {text.putBack}
              </ToolButton>
            ) : (
              <ToolButton Icon={Check} variant="filled" onClick={() => act({ acknowledged: true })}>
                {text.acknowledge}
              </ToolButton>
            )}
            {alert.assignedTo !== own && (
              <ToolButton Icon={UserRoundCheck} onClick={() => act({ assignedTo: own })}>
                {text.take}
              </ToolButton>
            )}
          </div>
          <SnoozeButtons onSnooze={(snoozeMinutes) => act({ snoozeMinutes })} />
          <NoteForm key={alert.id} alert={alert} onSave={act} />
        </>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** For how long to snooze, one press each. */
export function SnoozeButtons({ onSnooze }: { onSnooze: (minutes: number) => void }) {
  return (
    <fieldset className={classes.snoozes} aria-label={text.snooze}>
      <Clock size={18} aria-hidden /> {text.snooze}
      {SNOOZES.map((minutes) => (
        <Button
          key={minutes}
          variant="default"
          px="var(--space-6)"
          aria-label={`${text.snooze} ${text.snoozeShort(minutes)}`}
          onClick={() => onSnooze(minutes)}
        >
          {text.snoozeShort(minutes)}
        </Button>
      ))}
    </fieldset>
  )
}

/** A note, and who takes care of it. */
function NoteForm({
  alert,
  onSave,
}: {
  alert: Alert
  onSave: (values: { note: string; assignedTo: string }) => void
}) {
  const [form, setForm] = useState({ note: alert.note ?? '', assignedTo: alert.assignedTo ?? '' })
  const { change, field } = useFields(form, setForm)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(form)
      }}
    >
      <Textarea
        label={text.note}
        description={text.noteHint}
        maxLength={300}
        rows={2}
        {...field('note')}
        // A line of the list has no breaks.
        onChange={({ currentTarget }) => change('note', currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      />
      <TextInput
        label={text.assign}
        description={text.assignHint}
        maxLength={80}
        autoComplete="off"
        {...field('assignedTo')}
      />
      <Button type="submit" variant="default">
        {text.saveNote}
      </Button>
    </form>
  )
}
