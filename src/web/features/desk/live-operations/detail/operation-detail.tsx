import { useQuery } from '@tanstack/react-query'
import { Expand, FileText, Link2, type LucideIcon, Pencil, Phone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDurationMinutes } from '#domain/time/duration'
import type { CorrectionTarget } from '../../../../api/desk/corrections.ts'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { useOperationEvents } from '../../../../api/desk/operation-events.ts'
import type { OperationForecast } from '../../../../api/forecasts.ts'
import type { OperationEvent } from '../../../../api/operation.ts'
import { operatorsQuery } from '../../../../api/people/operators.ts'
import { formatDateTime, formatExact } from '../../../../lib/time/date-time.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import {
  correctionsText,
  deskText,
  operationLinksText,
  liveOperationsText as text,
} from '../../../../text/desk.ts'
import { eventLabel, placeText, statusLabel } from '../../../../text/labels.ts'
import { eventLogText } from '../../../../text/page.ts'
import { phoneLink } from '../../../../ui/data/phone-link.ts'
import { CloseButton } from '../../../../ui/dialog/close-button.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { TimeNote } from '../../../../ui/haulage/event-notes.tsx'
import { phaseStyle, stateIcon } from '../../../../ui/haulage/phase.tsx'
import { StepPlaceNote } from '../../../../ui/haulage/step-place-note.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { later } from '../../../../ui/loading/later.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { expectedText } from '../expected.ts'
import type { LinkedOperation } from '../links.ts'
import { isDoubtful, lookAt } from '../number-doubts.ts'
import type { Standing } from '../standing.ts'
import { DetentionNote } from './detention-note.tsx'
import classes from './operation-detail.module.css'
import { StepTime } from './step-time.tsx'
import { TrackSketch } from './track-sketch.tsx'

const Destination = later(() => import('./destination.tsx').then((part) => part.Destination))

/** One operation beside the board: what happened by both clocks, where, whom to call, and what can be done. */
export function OperationDetail({
  standing: { operation, phase, normalSeconds, overdue, forecast, detention },
  ended,
  mayView,
  mayShare,
  onLinks,
  onCorrect,
  onPack,
  onClose,
}: {
  standing: Standing
  ended: boolean
  mayView: boolean
  mayShare: boolean
  onLinks: (operation: LinkedOperation) => void
  onCorrect: (target: CorrectionTarget) => void
  onPack: (target: PackTarget) => void
  onClose: () => void
}) {
  const { operationKey, containerNumber, displayName, userId } = operation
  const events = useOperationEvents(operationKey)
  // What was taken back stands in the corrections alone: here the newest of the list is the state.
  const counting = events.data?.filter(({ retracted }) => !retracted)
  const operators = useQuery(operatorsQuery)
  const phone = operators.data?.find(({ id }) => id === userId)?.phone ?? null
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another operation is another page for a screen reader
  useEffect(() => heading.current?.focus(), [operationKey])
  useEffect(() => lookAt(operation), [operation])
  const Icon = stateIcon(operation.newestEventType, phase)
  const name = groupedText(containerNumber)

  return (
    <aside
      className={classes.detail}
      aria-labelledby="detail-heading"
      data-prints-alone=""
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header className={classes.head}>
        <h3 id="detail-heading" ref={heading} tabIndex={-1}>
          <ContainerNumber value={containerNumber} />
        </h3>
        <CloseButton label={text.closeDetail} onClose={onClose} />
      </header>
      {isDoubtful(operation) && <p className={classes.doubt}>{text.doubtfulNumber}</p>}
      <p className={classes.band} style={phaseStyle(ended ? 'done' : phase)}>
        <Icon size={20} />
        <strong>
          {ended ? text.ended : statusLabel(operation.operationType, operation.newestEventType)}
        </strong>
        {!ended && (
          <StepTime since={operation.newestEventAt} normalSeconds={normalSeconds} overdue={overdue} />
        )}
      </p>
      <p className={classes.who}>
        <span>
          {displayName}
          <span className={classes.soft}>{placeText(operation) ?? text.noPosition}</span>
        </span>
        {phone === null ? (
          <span className={classes.soft}>{text.noPhone}</span>
        ) : (
          <a className={classes.call} href={phoneLink(phone)}>
            <Phone size={18} />
            {text.callShort}
          </a>
        )}
      </p>
      <Destination operation={operation} ended={ended} />
      {detention && !ended && <DetentionNote detention={detention} />}
      {forecast && !ended && <NextSteps forecast={forecast} />}
      <div className={classes.actions}>
        {mayView && (
          <a
            className={classes.action}
            href={`/container/${encodeURIComponent(operationKey)}`}
            target="_blank"
            rel="noopener"
          >
            <Expand size={16} />
            {text.fullView}
          </a>
        )}
        <Action
          Icon={Link2}
          label={operationLinksText.button}
          disabled={!mayShare}
          onPress={() => onLinks({ operationKey, name })}
        />
        <Action Icon={Pencil} label={correctionsText.button} onPress={() => onCorrect({ operationKey })} />
        {ended && (
          <Action
            Icon={FileText}
            label={deskText.pack}
            onPress={() => onPack({ subject: { operationKey }, name })}
          />
        )}
      </div>
      {!ended && <p className={classes.soft}>{text.packAfterEnd}</p>}
      {counting ? (
        <>
          <TrackSketch events={counting} />
          <Timeline events={counting} />
        </>
      ) : events.isError ? (
        <LoadFailure title={text.detailFailed} query={events} />
      ) : (
        <div role="status" aria-label={text.detailLoading} className={classes.bones}>
          <Bone />
          <Bone width="70%" />
          <Bone />
          <Bone width="50%" />
        </div>
      )}
    </aside>
  )
}

function Action({
  Icon,
  label,
  disabled = false,
  onPress,
}: {
  Icon: LucideIcon
  label: string
  disabled?: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={classes.action}
      disabled={disabled}
      title={disabled ? text.locked : undefined}
      onClick={onPress}
    >
      <Icon size={16} />
      {label}
    </button>
  )
}

/** When the steps to come are expected. */
function NextSteps({ forecast }: { forecast: OperationForecast }) {
  return (
    <section aria-labelledby="expected-heading" className={classes.expected}>
      <h4 id="expected-heading">{text.expectedTitle}</h4>
      <dl>
        {forecast.steps.map((step) => (
          <div key={step.step}>
            <dt>{eventLabel(step.step)}</dt>
            <dd>{expectedText(step, serverNow())}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.soft}>{text.expectedHint}</p>
    </section>
  )
}

/** Newest first, each with the time it happened and the time it was recorded. */
function Timeline({ events }: { events: readonly OperationEvent[] }) {
  return (
    <ol className={classes.timeline} aria-label={text.timeline}>
      {events.map((event) => (
        <li key={event.seq}>
          <time
            dateTime={event.timestamp}
            title={eventLogText.bothTimes(formatExact(event.timestamp), formatExact(event.recordedAt))}
          >
            {formatDateTime(event.timestamp)}
          </time>
          <span>
            {eventLabel(event.eventType)}
            {event.duration !== null && (
              <span className={classes.soft}> {formatDurationMinutes(event.duration)}</span>
            )}
            <span className={classes.soft} data-below>
              {placeText(event)}
            </span>
            <TimeNote
              happenedAt={event.timestamp}
              recordedAt={event.recordedAt}
              reportedAt={event.reportedAt}
            />
            {event.suggested && <span className={classes.soft}> {deskText.suggested}</span>}
            <StepPlaceNote {...event} />
          </span>
        </li>
      ))}
    </ol>
  )
}
