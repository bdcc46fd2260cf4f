import '../../../../styles/styles-form.ts'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { CLOSED_DAYS } from '#domain/alert/kinds'
import { type Alert, alertsQuery, countUnhandled, isSnoozed } from '../../../../api/alerts.ts'
import { DESK } from '../../../../lib/desk-address.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PanelSkeleton } from '../../../../ui/loading/panel-skeleton.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { usePushState, useSwitchPush } from '../push.ts'
import { useHandleAlert } from '../queries.ts'
import { AlertRow } from './alert-row.tsx'
import classes from './alerts.module.css'
import { QuietHours } from './quiet-hours.tsx'
import { RulesList } from './rules-list.tsx'

const MINUTE_MS = 60_000

/** 'Avisos': what needs somebody, what was closed lately, and the rules. */
export function AlertsPanel() {
  const query = useQuery(alertsQuery)
  const now = useNow(MINUTE_MS)
  const [handled, setHandled] = useState<Alert | null>(null)
  const asked = useSearchParams()[0].get(DESK.alert)
  const close = () => setHandled(null)
  if (!query.data) {
    return query.isError ? <LoadFailure title={text.loadFailed} query={query} /> : <PanelSkeleton />
  }
  const { open, closed } = query.data
  return (
    <section aria-labelledby="alerts-heading" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="alerts-heading">{text.heading}</h2>
        <p role="status" className={classes.soft}>
          {text.count(countUnhandled(open, now))}
        </p>
      </header>
      {query.isError && <LoadFailure title={text.loadFailed} query={query} />}
      {open.length === 0 ? (
        <Empty Icon={BellOff} title={text.none}>
          <span>{text.noneHint}</span>
        </Empty>
      ) : (
        <Panel as="ul" className={classes.list} aria-label={text.open}>
          {open.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              now={now}
              asked={String(alert.id) === asked}
              onHandle={() => setHandled(alert)}
            />
          ))}
        </Panel>
      )}
      <div className={classes.columns}>
        <RulesList />
        <div className={classes.side}>
          <PushSwitch />
          <QuietHours />
          <section aria-labelledby="closed-heading" className={classes.part}>
            <h3 id="closed-heading">{text.closedHeading(CLOSED_DAYS)}</h3>
            {closed.length === 0 ? (
              <p className={classes.soft}>{text.noneClosed}</p>
            ) : (
              <Panel as="ul" className={classes.list}>
                {closed.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} now={now} />
                ))}
              </Panel>
            )}
          </section>
        </div>
      </div>
      <Dialog
        opened={handled !== null}
        onClose={close}
        title={handled ? text.handleTitle(text.kinds[handled.kind], handled.containerNumber) : ''}
      >
        {handled && <HandleForm alert={handled} now={now} onClose={close} />}
      </Dialog>
    </section>
  )
}

/** Push messages to this browser. It is asked for its permission only by the press. */
function PushSwitch() {
  const { data: state } = usePushState()
  const change = useSwitchPush()
  const on = state === 'on'
  return (
    <section aria-labelledby="push-heading" className={classes.part}>
      <h3 id="push-heading">{text.pushHeading}</h3>
      <p className={classes.soft} role="status">
        {state === 'denied' && text.pushDenied}
        {state === 'unsupported' && text.pushUnsupported}
        {on && text.pushIsOn} {(on || state === 'off' || state === undefined) && text.pushHint}
      </p>
      {(on || state === 'off') && (
        <Button
          variant="default"
          className={classes.push}
          leftSection={on ? <BellOff size={18} /> : <BellRing size={18} />}
          loading={change.isPending}
          onClick={() => change.mutate(!on)}
        >
          {on ? text.pushOff : text.pushOn}
        </Button>
      )}
    </section>
  )
}

const SNOOZES = [15, 30, 60, 120]
const KEEP = 'keep'

/** Acknowledge with a note, assign, snooze. */
function HandleForm({ alert, now, onClose }: { alert: Alert; now: number; onClose: () => void }) {
  const snoozed = isSnoozed(alert, now)
  const [form, setForm] = useState({
    acknowledged: true,
    note: alert.note ?? '',
    assignedTo: alert.assignedTo ?? '',
    snooze: snoozed ? KEEP : '',
  })
  const { change, field, check } = useFields(form, setForm)
  const handle = useHandleAlert(alert.id)

  const submit = () => {
    const { snooze, ...said } = form
    const snoozeMinutes = snooze === KEEP ? {} : { snoozeMinutes: snooze === '' ? null : Number(snooze) }
    handle.mutate({ ...said, ...snoozeMinutes }, { onSuccess: onClose })
  }

  return (
    <Form className={classes.form} busy={handle.isPending} onSubmit={submit} onCancel={onClose}>
      <Checkbox size="md" label={text.acknowledge} {...check('acknowledged')} />
      <Textarea
        label={text.note}
        description={text.noteHint}
        maxLength={300}
        rows={3}
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
      <NativeSelect
        size="md"
        label={text.snooze}
        {...field('snooze')}
        data={[
          ...(snoozed ? [{ value: KEEP, label: text.keepSnooze }] : []),
          { value: '', label: text.noSnooze },
          ...SNOOZES.map((minutes) => ({ value: String(minutes), label: text.snoozeFor(minutes) })),
        ]}
      />
    </Form>
  )
}
