import '../../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CorrectionTarget } from '../../../../api/desk/corrections.ts'
import { useProductZone } from '../../../../api/product-config.ts'
import { correctionsText as text } from '../../../../text/desk.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import type { OperationRecord, Subject } from '../model.ts'
import { useRecord } from '../queries.ts'
import { CorrectionForm } from './correction-form.tsx'
import classes from './corrections.module.css'
import { RecordList } from './record-list.tsx'

/** The record of an operation, and the form that corrects it. */
export function CorrectionDialog({
  target: { operationKey, position },
  onClose,
}: {
  target: CorrectionTarget
  onClose: () => void
}) {
  const { events, corrections } = useRecord(operationKey)
  const zone = useProductZone()
  const [subject, setSubject] = useState<Subject | null>(
    position === undefined ? null : { kind: 'event', position },
  )
  const newest = events.data?.[0]
  const record: OperationRecord | null =
    newest && corrections.data
      ? {
          operationKey,
          containerNumber: newest.containerNumber,
          isCancelled: newest.cancelled ?? false,
          events: events.data ?? [],
          corrections: corrections.data,
        }
      : null
  const failed = [events, corrections].find(({ isError }) => isError)

  return (
    <Dialog opened onClose={onClose} title={titleOf(subject, record)}>
      {record === null ? (
        <div className={classes.body}>
          {failed ? <LoadFailure title={text.loadFailed} query={failed} /> : <Loading />}
          <Button variant="default" fullWidth onClick={onClose}>
            {commonText.close}
          </Button>
        </div>
      ) : subject === null ? (
        <RecordList record={record} zone={zone} onCorrect={setSubject} onClose={onClose} />
      ) : (
        <CorrectionForm record={record} subject={subject} zone={zone} onDone={() => setSubject(null)} />
      )}
    </Dialog>
  )
}

function titleOf(subject: Subject | null, record: OperationRecord | null): string {
  if (record === null) return text.button
  if (subject === null) return text.title(groupedText(record.containerNumber))
  if (subject.kind === 'number') return text.numberTitle
  if (subject.kind === 'cancellation') return text.cancelOperation
  const event = record.events.find(({ position }) => position === subject.position)
  return event ? text.eventTitle(eventLabel(event.eventType)) : text.button
}

function Loading() {
  return (
    <div className={classes.body} role="status" aria-label={text.loading}>
      <Bone width="60%" />
      <Bone />
      <Bone />
      <Bone width="40%" />
    </div>
  )
}
