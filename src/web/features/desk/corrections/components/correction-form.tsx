import { Button, TextInput } from '@mantine/core'
import { Clock, Shapes, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OperationResponse } from '#contract/http/operations'
import {
  containerNumberWarnings,
  isContainerNumber,
  normalizeContainerNumber,
} from '#domain/container/number'
import { type CorrectionKind, REASON, timeBounds } from '#domain/operation/correct'
import { STOP_TYPES } from '#domain/operation/steps'
import { toOperation } from '../../../../api/operation.ts'
import { HttpError } from '../../../../lib/http.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { correctionsText as text } from '../../../../text/desk.ts'
import { eventLabel, statusLabel } from '../../../../text/labels.ts'
import { commonText } from '../../../../text/page.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { RadioTiles } from '../../../../ui/form/radio-tiles.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { stopIcon } from '../../../../ui/haulage/phase.tsx'
import {
  boundsText,
  choicesFor,
  countingEvents,
  formOf,
  type OperationRecord,
  readForm,
  type Subject,
  zoneNote,
} from '../model.ts'
import { useCorrect } from '../queries.ts'
import classes from './corrections.module.css'

const ICONS = { time: Clock, stop_kind: Shapes, retraction: Undo2 }
type EventKind = keyof typeof ICONS

/** What is wrong, what is right, and why. What was typed stays until the correction is stored. */
export function CorrectionForm({
  record: { operationKey, containerNumber, events: all, corrections },
  subject,
  zone,
  onDone,
}: {
  record: OperationRecord
  subject: Subject
  zone: string
  onDone: () => void
}) {
  const events = countingEvents(all)
  const event =
    (subject.kind === 'event' && events.find(({ position }) => position === subject.position)) || null
  const choices = choicesFor(subject, events)
  const [chosen, choose] = useState<CorrectionKind | undefined>(choices[0])
  const kind = chosen !== undefined && choices.includes(chosen) ? chosen : choices[0]
  const [form, setForm] = useState(() => formOf(event, containerNumber, zone))
  const fields = useFields(form, setForm)
  const correct = useCorrect(operationKey, corrections, onDone)
  const { element } = fields
  // What led here is gone. A field would open a phone's keyboard over the bounds.
  useEffect(() => element.current?.focus(), [element])

  if (kind === undefined) {
    return (
      <div className={classes.body}>
        <FailureBox>{text.gone}</FailureBox>
        <Button variant="default" onClick={onDone}>
          {commonText.back}
        </Button>
      </div>
    )
  }

  const submit = () => {
    const read = readForm(form, kind, { events, event, containerNumber, zone, now: serverNow() })
    if ('wrong' in read) fields.show(read.wrong)
    else correct.send(read.wanted)
  }

  const unusual = isContainerNumber(form.number) && containerNumberWarnings(form.number).length > 0
  return (
    <Form
      ref={element}
      className={classes.body}
      tabIndex={-1}
      submit={kind === 'retraction' ? text.retract : kind === 'cancellation' ? text.cancelNow : text.save}
      dangerous={kind === 'retraction' || kind === 'cancellation'}
      busy={correct.isPending}
      onSubmit={submit}
      cancel={commonText.back}
      onCancel={onDone}
    >
      {correct.error && <Failure error={correct.error} zone={zone} />}
      {choices.length > 1 && (
        <RadioTiles
          name="kind"
          legend={text.what}
          phase="working"
          tiles={(choices as EventKind[]).map((value) => ({
            value,
            label: text.kinds[value],
            Icon: ICONS[value],
          }))}
          value={kind as EventKind}
          disabled={correct.isPending}
          onChange={choose}
        />
      )}
      {kind === 'time' && event && (
        <TextInput
          type="datetime-local"
          label={text.time}
          description={[boundsText(timeBounds(events, event, serverNow()), zone), ...zoneNote(zone)].join(
            '. ',
          )}
          {...fields.field('time')}
        />
      )}
      {kind === 'stop_kind' && (
        <div>
          <RadioTiles
            name="stop"
            legend={text.stop}
            phase="stopped"
            tiles={STOP_TYPES.map((stop) => ({ value: stop, label: eventLabel(stop), Icon: stopIcon(stop) }))}
            value={form.stop}
            disabled={correct.isPending}
            onChange={(stop) => fields.change('stop', stop)}
          />
          {fields.errors.stop && (
            <p role="alert" className={classes.wrong}>
              {fields.errors.stop}
            </p>
          )}
        </div>
      )}
      {kind === 'container_number' && (
        <TextInput
          label={text.number}
          description={unusual ? text.numberUnusual : text.numberWrong}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...fields.field('number')}
          onChange={({ currentTarget }) =>
            fields.change('number', normalizeContainerNumber(currentTarget.value))
          }
        />
      )}
      {kind === 'retraction' && <p className={classes.note}>{text.retractionHint}</p>}
      {kind === 'cancellation' && <p className={classes.note}>{text.cancellationHint}</p>}
      <TextInput
        label={text.reason}
        description={text.reasonHint}
        maxLength={REASON.max}
        autoComplete="off"
        {...fields.field('reason')}
      />
    </Form>
  )
}

/** Why not, with the bounds of a time or the current state where the answer gives them. */
function Failure({ error, zone }: { error: Error; zone: string }) {
  if (!(error instanceof HttpError)) {
    return <FailureBox title={text.failed}>{commonText.noConnection}</FailureBox>
  }
  const { earliest, latest, operation } = error.body
  const current = operation === undefined ? null : toOperation(operation as OperationResponse)
  return (
    <FailureBox title={text.failed}>
      {error.sentence}{' '}
      {latest != null &&
        boundsText({ earliest: Date.parse(earliest ?? '-'), latest: Date.parse(latest) }, zone)}
      {current &&
        text.current(
          current.cancelledAt ? text.cancelled : statusLabel(current.operationType, current.newestEventType),
        )}
    </FailureBox>
  )
}
