import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Alert } from '../../../../api/alerts.ts'
import { isSnoozed } from '../../../../api/alerts.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { useHandleAlert } from '../queries.ts'
import classes from './alerts.module.css'

const SNOOZES = [15, 30, 60, 120]
const KEEP = 'keep'

/** Acknowledge with a note, assign, snooze. */
export function HandleForm({ alert, now, onClose }: { alert: Alert; now: number; onClose: () => void }) {
  const snoozed = isSnoozed(alert, now)
  const [acknowledged, setAcknowledged] = useState(true)
  const [note, setNote] = useState(alert.note ?? '')
  const [assignedTo, setAssignedTo] = useState(alert.assignedTo ?? '')
  const [snooze, setSnooze] = useState(snoozed ? KEEP : '')
  const handle = useHandleAlert(alert.id)

  const submit = () => {
    const snoozeMinutes = snooze === KEEP ? {} : { snoozeMinutes: snooze === '' ? null : Number(snooze) }
    handle.mutate({ acknowledged, note, assignedTo, ...snoozeMinutes }, { onSuccess: onClose })
  }

  return (
    <Form className={classes.form} busy={handle.isPending} onSubmit={submit} onCancel={onClose}>
      <Checkbox
        size="md"
        label={text.acknowledge}
        checked={acknowledged}
        onChange={({ currentTarget }) => setAcknowledged(currentTarget.checked)}
      />
      <Textarea
        label={text.note}
        description={text.noteHint}
        maxLength={300}
        rows={3}
        value={note}
        // A line of the list has no breaks.
        onChange={({ currentTarget }) => setNote(currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      />
      <TextInput
        label={text.assign}
        description={text.assignHint}
        maxLength={80}
        autoComplete="off"
        value={assignedTo}
        onChange={({ currentTarget }) => setAssignedTo(currentTarget.value)}
      />
      <NativeSelect
        size="md"
        label={text.snooze}
        value={snooze}
        data={[
          ...(snoozed ? [{ value: KEEP, label: text.keepSnooze }] : []),
          { value: '', label: text.noSnooze },
          ...SNOOZES.map((minutes) => ({ value: String(minutes), label: text.snoozeFor(minutes) })),
        ]}
        onChange={({ currentTarget }) => setSnooze(currentTarget.value)}
      />
    </Form>
  )
}
