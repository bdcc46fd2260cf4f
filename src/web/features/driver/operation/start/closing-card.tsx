import type { ReactNode } from 'react'
import { intervalSeconds } from '#domain/operation/decide'
import { stepsOf } from '#domain/operation/steps'
import { type Entry, type Outbox, waiting } from '#domain/outbox/entry'
import { happenedAt } from '#domain/outbox/standing'
import { formatDuration } from '#domain/time/duration'
import { shownOffset } from '../../../../lib/time/server-clock.ts'
import { outboxText, operationText as text } from '../../../../text/driver.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './closing-card.module.css'

export interface ClosingCardProps {
  box: Outbox
  /** The press that ended the trip. */
  end: Entry
  onAnother: () => void
  /** What came of that press. */
  children: ReactNode
}

/** The trip that has just ended. */
export function ClosingCard({ box, end, onAnother, children }: ClosingCardProps) {
  const { before, recordedAs, containerNumber, operationType } = end
  const endedAt = recordedAs ?? happenedAt(end, shownOffset())
  const unsent = waiting(box).length
  const facts = [
    ...(before ? [formatDuration(intervalSeconds(before.startedAt, endedAt))] : []),
    text.steps(stepsOf(operationType).length),
    unsent === 0 ? text.allSent : outboxText.toSend(unsent),
  ]
  return (
    <Panel as="section" className={classes.card} aria-label={text.tripEnded}>
      <strong className={classes.closing}>{[text.tripEnded, ...facts].join(' · ')}</strong>
      <ContainerNumber value={containerNumber} />
      {children}
      <button type="button" className={classes.another} onClick={onAnother}>
        {text.another}
      </button>
    </Panel>
  )
}
