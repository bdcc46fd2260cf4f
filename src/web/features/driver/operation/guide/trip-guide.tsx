import { useQuery } from '@tanstack/react-query'
import { Clock, MapPin, Navigation, Phone } from 'lucide-react'
import { directionsLink } from '#domain/geo/position'
import { nextStep, PARK_ARRIVAL } from '#domain/operation/steps'
import type { LocalOperation } from '#domain/outbox/standing'
import { middleOf } from '#domain/place/shape'
import { formatDuration } from '#domain/time/duration'
import { createUsual } from '#domain/usual/usual'
import { tripGuideQuery } from '../../../../api/driver/trip-guide.ts'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { operationText as text } from '../../../../text/driver.ts'
import { placeText } from '../../../../text/labels.ts'
import { ExternalLink } from '../../../../ui/data/external-link.tsx'
import { phoneLink } from '../../../../ui/data/phone-link.ts'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { usePlaces } from '../arrival/use-places.ts'
import classes from './trip-guide.module.css'

/** What comes next: the usual time of this step, the way to the given place or the last known destination, and whom to call. */
export function TripGuide({ operation: { state } }: { operation: LocalOperation }) {
  const { data: guide } = useQuery(tripGuideQuery)
  const { given } = usePlaces()
  if (!guide) return null
  const { operationType, newestEventType, newestStepType } = state
  const usual = createUsual(guide.usual)({
    operationType,
    eventType: newestEventType,
    placeId: guide.placeId,
    at: state.newestEventAt,
  })
  const next = nextStep(operationType, newestStepType)
  const isGoingThere = next === 'en_route' || next === PARK_ARRIVAL
  const place = isGoingThere ? given : null
  const last = place ? null : guide.destinations.find(({ eventType }) => eventType === next)
  const target = place ? middleOf(place.shape) : last?.coordinates
  const { supervisor } = guide
  if (!usual && !target && !supervisor) return null
  return (
    <Panel as="section" className={classes.guide} aria-label={text.guideLabel}>
      {usual && (
        <p className={classes.usual}>
          <Clock size={18} />
          <span>
            {text.usualTime} <strong>{text.usual(formatDuration(usual.normalSeconds))}</strong>
          </span>
        </p>
      )}
      {place && (
        <p className={classes.usual}>
          <MapPin size={18} />
          <span>
            {text.goingTo} <strong>{place.name}</strong>
          </span>
        </p>
      )}
      <div className={classes.links}>
        {target && (
          <ExternalLink className={classes.link} href={directionsLink(target)}>
            <Navigation size={18} />
            {text.navigate}
          </ExternalLink>
        )}
        {supervisor?.phone && (
          <a className={classes.link} href={phoneLink(supervisor.phone)}>
            <Phone size={18} />
            {text.call(supervisor.displayName)}
          </a>
        )}
      </div>
      {supervisor?.phone === null && <p className={classes.soft}>{text.noPhone(supervisor.displayName)}</p>}
      {last && (
        <p className={classes.soft}>
          {text.lastDestination(
            placeText({ place: last.place, location: null }),
            formatDateTime(last.timestamp),
          )}
        </p>
      )}
    </Panel>
  )
}
