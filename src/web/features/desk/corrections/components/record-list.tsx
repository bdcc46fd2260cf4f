import { Button } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { newestCorrection } from '#domain/operation/newest-correction'
import type { Correction, OperationEvent } from '../../../../api/operation.ts'
import { correctionsText as text } from '../../../../text/desk.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { commonText } from '../../../../text/page.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { type OperationRecord, offlineNote, type Subject, zoneNote, zoneTime } from '../model.ts'
import classes from './corrections.module.css'

const byWhom = (correction: Correction | null): string =>
  correction ? text.by(correction.authorName, correction.reason) : ''

/** Each event with what was reported and what counts, and what may be corrected. */
export function RecordList({
  record: { containerNumber, isCancelled, events, corrections },
  zone,
  onCorrect,
  onClose,
}: {
  record: OperationRecord
  zone: string
  onCorrect: (subject: Subject) => void
  onClose: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  // The button that led to the form, or the form's own, is gone.
  useEffect(() => list.current?.focus(), [])
  const numbered = newestCorrection(corrections, 'container_number')
  const firstNumber = corrections.findLast(({ kind }) => kind === 'container_number')?.before
  return (
    <div ref={list} className={classes.body} tabIndex={-1}>
      {isCancelled ? (
        <p className={classes.note}>
          <strong>{text.cancelledBy(byWhom(newestCorrection(corrections, 'cancellation')))}</strong>
        </p>
      ) : (
        <p className={classes.note}>{text.hint}</p>
      )}
      {zoneNote(zone).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <div className={classes.row}>
        <div>
          <span className={classes.note}>{text.container}</span>{' '}
          <strong>
            <ContainerNumber value={containerNumber} />
          </strong>
          {numbered && (
            <p className={classes.corrected}>
              {text.numberCorrected(groupedText(firstNumber ?? ''), byWhom(numbered))}
            </p>
          )}
        </div>
        {!isCancelled && (
          <CorrectButton label={text.correctNumber} onPress={() => onCorrect({ kind: 'number' })} />
        )}
      </div>
      <ol className={classes.list} aria-label={text.events}>
        {events.map((event) => (
          <li key={event.id} className={classes.row}>
            <EventLines event={event} corrections={corrections} zone={zone} />
            {!isCancelled && !event.retracted && event.position != null && (
              <CorrectButton
                label={text.buttonOf(eventLabel(event.eventType))}
                onPress={() => onCorrect({ kind: 'event', position: event.position ?? 0 })}
              />
            )}
          </li>
        ))}
      </ol>
      <div className={classes.foot}>
        {!isCancelled && (
          <Button variant="default" color="red" onClick={() => onCorrect({ kind: 'cancellation' })}>
            {text.cancelOperation}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {commonText.close}
        </Button>
      </div>
    </div>
  )
}

function CorrectButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className={classes.correct} title={label} aria-label={label} onClick={onPress}>
      <Pencil size={18} />
    </button>
  )
}

function EventLines({
  event,
  corrections,
  zone,
}: {
  event: OperationEvent
  corrections: readonly Correction[]
  zone: string
}) {
  const { position, timestamp, firstTimestamp, eventType, firstEventType, retracted } = event
  const newest = (kind: Correction['kind']) => newestCorrection(corrections, kind, position ?? 0)
  const words = (
    <>
      <time dateTime={timestamp} className={classes.time}>
        {zoneTime(timestamp, zone)}
      </time>{' '}
      {eventLabel(eventType)}
    </>
  )
  return (
    <div>
      <p>{retracted ? <del>{words}</del> : words}</p>
      {firstTimestamp != null && (
        <p className={classes.corrected}>
          {text.corrected(zoneTime(firstTimestamp, zone), zoneTime(timestamp, zone), byWhom(newest('time')))}
        </p>
      )}
      {firstEventType != null && (
        <p className={classes.corrected}>
          {text.corrected(eventLabel(firstEventType), eventLabel(eventType), byWhom(newest('stop_kind')))}
        </p>
      )}
      {retracted && (
        <p className={classes.corrected}>
          {[text.retracted(byWhom(newest('retraction'))), offlineNote(event, newest('retraction'), zone)]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
    </div>
  )
}
