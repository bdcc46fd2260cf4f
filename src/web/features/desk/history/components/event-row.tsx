import { useQuery } from '@tanstack/react-query'
import { FileText, Pencil } from 'lucide-react'
import { memo } from 'react'
import { formatCoordinates, mapsLink } from '#domain/geo/position'
import { formatDurationMinutes } from '#domain/time/duration'
import { type CorrectionTarget, correctionsQuery } from '../../../../api/desk/corrections.ts'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import type { OperationEvent } from '../../../../api/operation.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { correctionsText, deskText } from '../../../../text/desk.ts'
import { eventLabel, placeText } from '../../../../text/labels.ts'
import { eventLogText as text } from '../../../../text/page.ts'
import { ExternalLink } from '../../../../ui/data/external-link.tsx'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { CorrectionNote, isCorrected } from '../../../../ui/haulage/correction-note.tsx'
import { TimeNote } from '../../../../ui/haulage/event-notes.tsx'
import { StepPlaceNote } from '../../../../ui/haulage/step-place-note.tsx'
import { Spoken } from '../../../../ui/panel/spoken.tsx'
import classes from './table.module.css'

export const COLUMNS = 7

export function EventHead() {
  return (
    <>
      <colgroup>
        <col className={classes.when} />
        <col className={classes.who} />
        <col className={classes.box} />
        <col className={classes.what} />
        <col className={classes.long} />
        <col />
        <col className={classes.tools} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{text.dateTime}</th>
          <th scope="col">{text.operator}</th>
          <th scope="col">{text.container}</th>
          <th scope="col">{text.event}</th>
          <th scope="col" className={classes.number}>
            {text.duration}
          </th>
          <th scope="col">{text.location}</th>
          <th scope="col" className={classes.tools}>
            <Spoken>{correctionsText.button}</Spoken>
          </th>
        </tr>
      </thead>
    </>
  )
}

/** `position`: `aria-rowindex`, from 1, the header included. `fresh`: the row has just arrived. */
export const EventRow = memo(function EventRow({
  row,
  name,
  names,
  position,
  fresh,
  onCorrect,
  onPack,
}: {
  row: OperationEvent
  /** The operator's. */
  name: string
  /** Both of them. */
  names: string
  position: number
  fresh: boolean
  onCorrect: (target: CorrectionTarget) => void
  onPack: (target: PackTarget) => void
}) {
  const { eventType, duration, operationKey, position: place } = row
  return (
    <tr aria-rowindex={position} data-fresh={fresh || undefined}>
      <td className={classes.digits}>
        <time dateTime={row.timestamp}>{formatDateTime(row.timestamp)}</time>
        {isCorrected(row) ? (
          <LoadedNote row={row} />
        ) : (
          <TimeNote happenedAt={row.timestamp} recordedAt={row.recordedAt} reportedAt={row.reportedAt} />
        )}
      </td>
      <td title={names} className={classes.name}>
        {name}
      </td>
      <td className={classes.containerNumber}>
        <ContainerNumber value={row.containerNumber} />
      </td>
      <td title={eventLabel(eventType)} className={classes.event}>
        {eventLabel(eventType)}
      </td>
      <td className={classes.number}>
        {duration === null ? <span className={classes.none}>{text.open}</span> : text.seconds(duration)}
        {duration !== null && duration >= 60 && (
          <span className={classes.read}>{formatDurationMinutes(duration)}</span>
        )}
      </td>
      <td className={classes.where} data-poor={row.positionGrade === 'poor' || undefined}>
        <Place row={row} />
        <StepPlaceNote {...row} />
      </td>
      <td className={classes.tools}>
        {eventType === 'end_trip' && !row.retracted && !row.cancelled && (
          <button
            type="button"
            title={deskText.pack}
            aria-label={deskText.packOf(groupedText(row.containerNumber))}
            onClick={() => onPack({ subject: { operationKey }, name: groupedText(row.containerNumber) })}
          >
            <FileText size={16} />
          </button>
        )}
        {place != null && (
          <button
            type="button"
            title={correctionsText.button}
            aria-label={correctionsText.buttonOf(
              `${eventLabel(eventType)}, ${groupedText(row.containerNumber)}`,
            )}
            onClick={() => onCorrect(row.cancelled ? { operationKey } : { operationKey, position: place })}
          >
            <Pencil size={16} />
          </button>
        )}
      </td>
    </tr>
  )
})

function LoadedNote({ row }: { row: OperationEvent }) {
  const { data } = useQuery(correctionsQuery(row.operationKey))
  return <CorrectionNote row={row} corrections={data} />
}

function Place({ row }: { row: OperationEvent }) {
  const { coordinates, googleMapsLink } = row
  const href = googleMapsLink ?? (coordinates && mapsLink(coordinates))
  const words = placeText(row) ?? (coordinates && formatCoordinates(coordinates))
  if (href === null) {
    return <span className={words ? classes.place : classes.none}>{words ?? text.noLocation}</span>
  }
  return (
    <ExternalLink href={href} className={classes.link}>
      <span title={words ?? undefined} className={classes.place}>
        {words ?? text.map}
      </span>
    </ExternalLink>
  )
}
