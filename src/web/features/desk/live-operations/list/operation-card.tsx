import { CircleCheck, MapPin, Navigation, Pencil, TriangleAlert } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { milestoneAfter } from '#domain/forecast/forecast'
import { formatCoordinates, mapsLink } from '#domain/geo/position'
import { workflowRow } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import type { CorrectionTarget } from '../../../../api/desk/corrections.ts'
import type { DetentionOfOperation } from '../../../../api/desk/detention.ts'
import type { StepForecast } from '../../../../api/forecasts.ts'
import { reducedMotion } from '../../../../lib/reduced-motion.ts'
import { type Store, useStore } from '../../../../lib/store.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { correctionsText, deskText, liveOperationsText as text } from '../../../../text/desk.ts'
import { eventLabel, placeText, statusLabel } from '../../../../text/labels.ts'
import { ExternalLink } from '../../../../ui/data/external-link.tsx'
import { Elapsed, RelativeTime } from '../../../../ui/data/relative-time.tsx'
import { useWhole } from '../../../../ui/data/use-whole.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { PoorPositionNote, TimeNote } from '../../../../ui/haulage/event-notes.tsx'
import { phaseLook, phaseStyle, stateIcon } from '../../../../ui/haulage/phase.tsx'
import type { BoardStore, Card } from '../board-store.ts'
import { DetentionNote } from '../detail/detention-note.tsx'
import { expectedText } from '../expected.ts'
import type { LinkedOperation } from '../links.ts'
import { cardTone } from '../model.ts'
import { CardActions } from './card-actions.tsx'
import { innerKeys } from './inner-keys.ts'
import { NumberDoubt } from './number-doubt.tsx'
import classes from './operation-card.module.css'

/** Pixels of most cards. */
export const CARD_HEIGHT = 380

/** A card that mounts again must not glow for an older change. */
const NEWS_MS = 1500
const GLOW_MS = 1000

/** What a card or row shows, also of an operation that has just ended. */
function useCard(store: BoardStore, operationKey: string): { card: Card | null; ended: boolean } {
  const card = useStore(store, ({ cards }) => cards.get(operationKey) ?? null)
  // An operation that ends under the pointer stays until the pointer leaves: keep what to show.
  const [last, setLast] = useState(card)
  if (card !== null && card !== last) setLast(card)
  return { card: card ?? last, ended: card === null }
}

function useGlow(changedAt: number) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (changedAt === 0 || performance.now() - changedAt > NEWS_MS) return
    if (reducedMotion()) return
    ref.current?.animate([{ boxShadow: '0 0 0 4px var(--glow)' }, { boxShadow: '0 0 0 4px transparent' }], {
      duration: GLOW_MS,
      easing: 'ease-out',
    })
  }, [changedAt])
  return ref
}

export interface OperationItemProps {
  store: BoardStore
  operationKey: string
  mayView: boolean
  mayShare: boolean
  onLinks: (operation: LinkedOperation) => void
  onCorrect: (target: CorrectionTarget) => void
  onOpen: (operationKey: string) => void
  /** The operation that the map or the pointer points at. */
  pointed: Store<string | null>
  /** Whether the list passes faster than it can be read. */
  passing: Store<boolean>
  /** Longer in its step than normal. */
  overdue: boolean
  /** Of its step; null: not enough history. */
  normalSeconds: number | null
  /** When it next arrives or leaves; null: not known yet. */
  expected: StepForecast | null
  detention: DetentionOfOperation | null
  /** Name of its place; null: none; undefined: the supervisor keeps no places. */
  place: string | null | undefined
  /** The row that this card stands for when rows are measured; null: another card does. */
  row: number | null
  /** Pixels of its row, as far as they are known: what passes takes as many, or the page would jump. */
  height: number
  measure: (element: HTMLElement | null) => void
}

/** The card of an item; `ref` is for its list item, which glows when the card changes and is measured where asked for. */
export function useItem({ store, operationKey, pointed, row, measure }: OperationItemProps) {
  const { card, ended } = useCard(store, operationKey)
  const isPointed = useStore(pointed, (key) => key === operationKey)
  const element = useGlow(card?.changedAt ?? 0)
  const ref = useCallback(
    (li: HTMLLIElement | null) => {
      element.current = li
      if (row !== null) measure(li)
    },
    [element, row, measure],
  )
  return { card, ended, isPointed, ref }
}

export const OperationCard = memo(function OperationCard(props: OperationItemProps) {
  return useWhole(props.passing) ? <WholeCard {...props} /> : <PassingCard {...props} />
})

/** One active operation. Subscribes to its own card, so messages about others do not render it. */
function WholeCard(props: OperationItemProps) {
  const { card, ended, isPointed, ref } = useItem(props)
  if (card === null) return null
  const { operation } = card
  const status = ended ? text.ended : statusLabel(operation.operationType, operation.newestEventType)
  const phase = ended ? 'done' : workflowRow(operation.operationType, operation.newestEventType).phase
  const tone = ended ? 'normal' : cardTone(operation.newestEventType)
  const Icon = ended ? phaseLook('done').Icon : stateIcon(operation.newestEventType, phase)
  const headingId = `operation-${operation.operationKey}`
  const milestone = milestoneAfter(operation.operationType, operation.newestStepType)
  const name = groupedText(operation.containerNumber)

  return (
    <li
      ref={ref}
      className={classes.card}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the card is one tab stop, its controls are reached by arrows
      tabIndex={0}
      aria-labelledby={headingId}
      onKeyDown={innerKeys(() => props.onOpen(operation.operationKey))}
      data-operation={operation.operationKey}
      data-index={props.row ?? undefined}
      data-pointed={isPointed || undefined}
      data-tone={tone}
      style={phaseStyle(tone === 'normal' ? phase : 'stopped')}
    >
      <article aria-labelledby={headingId} className={classes.inner}>
        <header className={classes.head}>
          <h3 id={headingId} className={classes.number}>
            <button
              type="button"
              tabIndex={-1}
              className={classes.open}
              title={text.openDetail(name)}
              onClick={() => props.onOpen(operation.operationKey)}
            >
              <ContainerNumber value={operation.containerNumber} />
            </button>
            <NumberDoubt operation={operation} />
          </h3>
          <span className={classes.type}>{operation.operationType === 'load' ? text.load : text.unload}</span>
          <button
            type="button"
            tabIndex={-1}
            className={classes.correct}
            title={correctionsText.button}
            aria-label={correctionsText.buttonOf(name)}
            onClick={() => props.onCorrect({ operationKey: operation.operationKey })}
          >
            <Pencil size={18} />
          </button>
        </header>
        <div className={classes.band}>
          <Icon size={20} />
          <strong className={classes.status}>{status}</strong>
          <span className={classes.word}>{phaseLook(phase).word}</span>
        </div>
        <p className={classes.elapsed}>
          {!ended && (
            <span className={classes.digits}>
              <Elapsed since={operation.newestEventAt} format={formatDurationMinutes} />
            </span>
          )}
          <span className={classes.elapsedWord} data-overdue={(!ended && props.overdue) || undefined}>
            {ended ? (
              text.endedNote
            ) : tone === 'resuming' ? (
              text.resumingNote
            ) : props.normalSeconds === null ? (
              text.inState
            ) : (
              <>
                {props.overdue && <TriangleAlert size={16} role="img" aria-label={text.overdue} />}
                {text.normal(props.normalSeconds)}
              </>
            )}
          </span>
        </p>
        <p className={classes.last}>
          <CircleCheck size={18} role="img" aria-label={text.lastCompleted} />
          <span className={classes.lastStep}>{eventLabel(operation.newestStepType)}</span>
          <RelativeTime at={operation.newestStepAt} />
          <span className={classes.below}>
            <TimeNote happenedAt={operation.newestStepAt} recordedAt={operation.newestStepRecordedAt} />
          </span>
        </p>
        <dl className={classes.facts}>
          <dt>{text.operator}</dt>
          <dd title={operation.username}>{operation.displayName}</dd>
          <dt>{text.totalDuration}</dt>
          <dd>
            {ended ? (
              formatDurationMinutes(operation.totalDuration)
            ) : (
              <Elapsed since={operation.startedAt} format={formatDurationMinutes} />
            )}
          </dd>
          {props.place !== undefined && (
            <>
              <dt>{deskText.place}</dt>
              <dd>{props.place ?? '–'}</dd>
            </>
          )}
          {milestone && (
            <>
              <dt>{text.expectedShort(milestone)}</dt>
              <dd>{props.expected ? expectedText(props.expected, serverNow()) : '–'}</dd>
            </>
          )}
        </dl>
        {props.detention && !ended && <DetentionNote detention={props.detention} />}
        <Place operation={operation} />
        <CardActions
          operation={operation}
          name={name}
          mayView={props.mayView}
          mayShare={props.mayShare}
          onLinks={props.onLinks}
        />
      </article>
    </li>
  )
}

/** Placeholder of a card during a fast scroll: it subscribes to nothing. */
function PassingCard({ store, operationKey, height }: OperationItemProps) {
  const card = store.get().cards.get(operationKey)
  if (!card) return null
  const { operationType, newestEventType, containerNumber, displayName } = card.operation
  const { phase } = workflowRow(operationType, newestEventType)
  const tone = cardTone(newestEventType)
  return (
    <li
      className={classes.card}
      data-operation={operationKey}
      data-tone={tone}
      style={{ ...phaseStyle(tone === 'normal' ? phase : 'stopped'), height }}
    >
      <div className={classes.inner}>
        <div className={classes.head}>
          <h3 className={classes.number}>{groupedText(containerNumber)}</h3>
        </div>
        <div className={classes.band}>
          <strong className={classes.status}>{statusLabel(operationType, newestEventType)}</strong>
        </div>
        <p>{displayName}</p>
      </div>
    </li>
  )
}

/** Place and coordinates, each with its way to a map; the same two lines when neither is known. */
function Place({ operation }: { operation: Card['operation'] }) {
  const { googleMapsLink, coordinates } = operation
  const location = placeText(operation)
  const link = googleMapsLink ?? (coordinates ? mapsLink(coordinates) : null)
  return (
    <div className={classes.place}>
      <p>
        <MapPin size={16} role="img" aria-label={text.location} />
        {link === null ? (
          <span>{location ?? text.noPosition}</span>
        ) : (
          <ExternalLink href={link} className={classes.placeLink} tabIndex={-1}>
            <span className={classes.placeText}>{location ?? text.openMap}</span>
          </ExternalLink>
        )}
      </p>
      <p>
        {coordinates && (
          <>
            <Navigation size={16} role="img" aria-label={text.coordinates} />
            <ExternalLink href={mapsLink(coordinates)} className={classes.placeLink} tabIndex={-1}>
              {formatCoordinates(coordinates)}
            </ExternalLink>
          </>
        )}
      </p>
      <span className={classes.below}>
        <PoorPositionNote {...operation} />
      </span>
    </div>
  )
}
