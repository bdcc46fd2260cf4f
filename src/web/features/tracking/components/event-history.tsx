import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { mapsLink } from '#domain/geo/position'
import { formatDuration } from '#domain/time/duration'
import type { TrackedEvent } from '../../../api/tracking.ts'
import { formatDateTime } from '../../../lib/time/date-time.ts'
import { commonText } from '../../../text/common.ts'
import { eventLabel, placeText } from '../../../text/labels.ts'
import { trackingText as text } from '../../../text/tracking.ts'
import { ExternalLink } from '../../../ui/data/external-link.tsx'
import { newestFirst } from '../model.ts'
import classes from './event-history.module.css'
import tracking from './tracking.module.css'

/** 'Historial': every event of the operation, newest first. */
export function EventHistory({ query }: { query: UseQueryResult<readonly TrackedEvent[]> }) {
  const events = query.data
  return (
    <section className={tracking.part} aria-labelledby="history-heading">
      <h2 id="history-heading">{text.history}</h2>
      {query.isError && (
        <div className={classes.eventsFailed} role="alert">
          <span>{text.eventsFailed}</span>
          <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
            {commonText.retry}
          </Button>
        </div>
      )}
      {events?.length === 0 && <p>{text.noEvents}</p>}
      {events && events.length > 0 && (
        <ol className={classes.events}>
          {newestFirst(events).map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
    </section>
  )
}

function EventRow({ event }: { event: TrackedEvent }) {
  const link = event.googleMapsLink ?? (event.coordinates ? mapsLink(event.coordinates) : null)
  return (
    <li>
      <div className={classes.eventLine}>
        <span className={classes.eventLabel}>{eventLabel(event.eventType)}</span>
        <time className={classes.eventTime} dateTime={event.timestamp}>
          {formatDateTime(event.timestamp)}
        </time>
      </div>
      <div className={classes.eventLine}>
        <span className={classes.eventDuration}>
          {event.duration === null ? text.openInterval : formatDuration(event.duration)}
          {event.eventType === 'end_trip' && ` (${text.wholeTrip})`}
        </span>
        {link !== null && (
          <ExternalLink href={link} className={tracking.link}>
            {placeText(event) ?? text.openMap}
          </ExternalLink>
        )}
      </div>
    </li>
  )
}
