import { ArrowRight, CircleCheck, MapPin, Navigation, ShieldCheck } from 'lucide-react'
import { formatCoordinates, mapsLink } from '#domain/geo/position'
import { workflowRow } from '#domain/operation/steps'
import { formatDuration } from '#domain/time/duration'
import type { TrackedContainer } from '../../../api/tracking.ts'
import { formatDateTime } from '../../../lib/time/date-time.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { eventLabel, placeText, statusLabel } from '../../../text/labels.ts'
import { trackingText as text } from '../../../text/tracking.ts'
import { ExternalLink } from '../../../ui/data/external-link.tsx'
import { Elapsed, RelativeTime } from '../../../ui/data/relative-time.tsx'
import { ContainerNumber } from '../../../ui/haulage/container-number.tsx'
import { PhaseBadge, phaseStyle, stateIcon } from '../../../ui/haulage/phase.tsx'
import { nextLabel, type TrackerStep, tripSeconds } from '../model.ts'
import { Timeline } from './timeline.tsx'
import classes from './tracking.module.css'

/** 'Estado Actual': the status, since when and what is next; then the steps; then the details. */
export function CurrentState({
  container,
  steps,
}: {
  container: TrackedContainer
  steps: readonly TrackerStep[]
}) {
  const { phase } = workflowRow(container.operationType, container.newestEventType)
  const Icon = stateIcon(container.newestEventType, phase)
  const next = nextLabel(steps)
  return (
    <div className={classes.columns}>
      <section className={classes.answer} style={phaseStyle(phase)} aria-labelledby="tracked-number">
        <header className={classes.identity}>
          <h2 id="tracked-number">
            <ContainerNumber value={container.containerNumber} />
          </h2>
          <span className={classes.type}>{container.operationType === 'load' ? text.load : text.unload}</span>
          <PhaseBadge
            phase={container.isActive ? 'working' : 'done'}
            label={container.isActive ? text.inProgress : text.completed}
          />
        </header>
        <div className={classes.banner}>
          <Icon size={36} aria-hidden="true" />
          <div>
            <p className={classes.status}>
              {statusLabel(container.operationType, container.newestEventType)}
            </p>
            {container.isActive ? (
              <p className={classes.elapsed}>
                {text.inState}:{' '}
                <strong>
                  <Elapsed since={container.newestEventAt} format={formatDuration} />
                </strong>
                <span className={classes.since}>
                  {text.since} {formatDateTime(container.newestEventAt)}
                </span>
              </p>
            ) : (
              <p className={classes.elapsed}>
                {text.finishedAt}: <strong>{formatDateTime(container.newestEventAt)}</strong>
              </p>
            )}
          </div>
        </div>
        {next !== null && (
          <p className={classes.next}>
            <ArrowRight size={20} aria-hidden="true" />
            <span>
              {text.next}: <strong>{next}</strong>
            </span>
          </p>
        )}
        <Details container={container} />
        {container.visibility === 'status' && (
          <p className={classes.calm}>
            <ShieldCheck size={20} aria-hidden="true" />
            {text.statusOnly}
          </p>
        )}
      </section>
      <Timeline steps={steps} />
    </div>
  )
}

function Details({ container }: { container: TrackedContainer }) {
  const now = useNow()
  return (
    <dl className={classes.details}>
      <div className={classes.whole}>
        <dt>{text.lastCompleted}</dt>
        <dd className={classes.completed}>
          <CircleCheck size={18} aria-hidden="true" />
          {eventLabel(container.newestStepType)}
          <span className={classes.ago}>
            <RelativeTime at={container.newestStepAt} />
          </span>
        </dd>
      </div>
      <div>
        <dt>{text.totalDuration}</dt>
        <dd>{formatDuration(tripSeconds(container, now))}</dd>
      </div>
      {container.visibility === 'full' && <Whereabouts container={container} />}
    </dl>
  )
}

function Whereabouts({ container }: { container: TrackedContainer }) {
  const { username, googleMapsLink, coordinates } = container
  const location = placeText(container)
  const link = googleMapsLink ?? (coordinates ? mapsLink(coordinates) : null)
  return (
    <>
      <div>
        <dt>{text.operator}</dt>
        <dd>{username ?? '–'}</dd>
      </div>
      <div className={classes.whole}>
        <dt>{text.location}</dt>
        <dd className={classes.place}>
          <MapPin size={18} aria-hidden="true" />
          {link === null ? (
            <span>{location ?? text.noPosition}</span>
          ) : (
            <ExternalLink href={link} className={classes.link}>
              {location ?? text.openMap}
            </ExternalLink>
          )}
        </dd>
      </div>
      {coordinates && (
        <div className={classes.whole}>
          <dt>{text.coordinates}</dt>
          <dd>
            <Navigation size={18} aria-hidden="true" />
            <span>{formatCoordinates(coordinates)}</span>
            <ExternalLink href={mapsLink(coordinates)} className={classes.link}>
              {text.fullMap}
            </ExternalLink>
          </dd>
        </div>
      )}
    </>
  )
}
