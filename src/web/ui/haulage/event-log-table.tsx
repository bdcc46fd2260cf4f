import { CloudCheck, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Coordinates, formatCoordinates, mapsLink } from '#domain/geo/position'
import type { EventType } from '#domain/operation/steps'
import { formatDateTime } from '../../lib/time/date-time.ts'
import { eventLabel, placeText } from '../../text/labels.ts'
import { eventLogText as text } from '../../text/page.ts'
import { ExternalLink } from '../data/external-link.tsx'
import { Table } from '../data/table.tsx'
import { Empty } from '../panel/empty.tsx'
import { ContainerNumber } from './container-number.tsx'
import deliveryMark from './delivery-mark.module.css'
import classes from './event-log-table.module.css'
import { type EventTimes, type GradedPosition, PoorPositionNote, TimeNote } from './event-notes.tsx'

export interface EventLogRow extends GradedPosition, Partial<Omit<EventTimes, 'happenedAt'>> {
  id: number
  timestamp: string
  username: string
  containerNumber: string
  eventType: EventType
  /** Seconds; null while the interval is open. */
  duration: number | null
  location: string | null
  coordinates: Coordinates | null
  googleMapsLink: string | null
  /** Whether the server has it; absent where that is certain. */
  delivery?: 'phone' | 'server' | undefined
}

/** A column in place of the duration: `valueOf` a row, with the mean of all above the rows. */
export interface Measure {
  head: string
  valueOf: (row: EventLogRow) => string
  mean: { label: string; value: string } | null
}

/**
 * The log, in the given order. Shows a message instead of breaking the page when `rows` is no list. `noteOf`: what stands
 * below the time of a row in place of the note about its times.
 */
export function EventLogTable<Row extends EventLogRow>({
  rows,
  noteOf,
  measure = DURATION,
}: {
  rows: readonly Row[]
  noteOf?: (row: Row) => ReactNode
  measure?: Measure
}) {
  if (!Array.isArray(rows)) return <Empty small>{text.invalid}</Empty>
  if (rows.length === 0) {
    return (
      <Empty small title={text.empty}>
        {text.emptyHint}
      </Empty>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={text.caption}>
      <Table cards className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{text.dateTime}</th>
            <th scope="col">{text.operator}</th>
            <th scope="col">{text.container}</th>
            <th scope="col">{text.event}</th>
            <th scope="col" className={classes.number}>
              {measure.head}
            </th>
            <th scope="col">{text.location}</th>
          </tr>
        </thead>
        <tbody>
          {measure.mean && (
            <tr className={classes.mean}>
              <th scope="row" colSpan={4}>
                {measure.mean.label}
              </th>
              <td className={classes.number}>{measure.mean.value}</td>
              <td />
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.id}>
              <td className={classes.digits} data-roomy>
                {formatDateTime(row.timestamp)}
                {noteOf?.(row) || (
                  <TimeNote
                    happenedAt={row.timestamp}
                    recordedAt={row.recordedAt}
                    reportedAt={row.reportedAt}
                  />
                )}
                {row.delivery && <DeliveryMark delivery={row.delivery} />}
              </td>
              <td className={classes.who}>{row.username}</td>
              <td className={classes.what}>
                <ContainerNumber value={row.containerNumber} />
              </td>
              <td className={classes.event}>{eventLabel(row.eventType)}</td>
              <td className={classes.number}>{measure.valueOf(row)}</td>
              <td className={classes.place} data-roomy data-poor={row.positionGrade === 'poor' || undefined}>
                <Place row={row} />
                <PoorPositionNote {...row} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const DURATION: Measure = {
  head: text.duration,
  valueOf: ({ duration }) => (duration === null ? text.open : text.seconds(duration)),
  mean: null,
}

function Place({ row }: { row: EventLogRow }) {
  const { coordinates, googleMapsLink } = row
  const href = googleMapsLink ?? (coordinates && mapsLink(coordinates))
  const words = placeText(row) ?? (coordinates && formatCoordinates(coordinates))
  if (href === null) return words ?? <span className={classes.none}>{text.noLocation}</span>
  return (
    <ExternalLink href={href} className={classes.link}>
      {words ?? text.map}
    </ExternalLink>
  )
}

/** Whether an event is still on the driver's phone or on the server. */
function DeliveryMark({ delivery }: { delivery: 'phone' | 'server' }) {
  const Icon = delivery === 'phone' ? Smartphone : CloudCheck
  return (
    <span className={deliveryMark.mark} data-delivery={delivery}>
      <Icon size={14} />
      {delivery === 'phone' ? text.onPhone : text.onServer}
    </span>
  )
}
