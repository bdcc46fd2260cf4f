import { memo } from 'react'
import { workflowRow } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { placeText, statusLabel } from '../../../../text/labels.ts'
import { useWhole } from '../../../../ui/data/use-whole.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { phaseLook, phaseStyle, stateIcon } from '../../../../ui/haulage/phase.tsx'
import { DetentionNote } from '../detail/detention-note.tsx'
import { StepTime } from '../detail/step-time.tsx'
import { cardTone } from '../model.ts'
import { innerKeys } from './inner-keys.ts'
import { NumberDoubt } from './number-doubt.tsx'
import { type OperationItemProps, useItem } from './operation-card.tsx'
import classes from './operation-row.module.css'

/** What the columns of the rows say. Each row names what it has for a screen reader, so this is for the eyes. */
export function RowHead() {
  return (
    <div className={`${classes.row} ${classes.head}`} aria-hidden="true">
      <span>{text.columns.container}</span>
      <span>{text.columns.state}</span>
      <span className={classes.time}>{text.columns.time}</span>
      <span className={classes.detention}>{text.columns.detention}</span>
      <span className={classes.who}>{text.columns.operator}</span>
      <span className={classes.place}>{text.columns.place}</span>
      <span className={classes.type}>{text.columns.type}</span>
    </div>
  )
}

export const OperationRow = memo(function OperationRow(props: OperationItemProps) {
  return useWhole(props.passing) ? <WholeRow {...props} /> : <PassingRow {...props} />
})

/** One active operation in a line: what a supervisor compares. Everything else is in its detail. */
function WholeRow(props: OperationItemProps) {
  const { card, ended, isPointed, ref } = useItem(props)
  if (card === null) return null
  const { operation } = card
  const { phase } = workflowRow(operation.operationType, operation.newestEventType)
  const Icon = ended ? phaseLook('done').Icon : stateIcon(operation.newestEventType, phase)
  const status = ended ? text.ended : statusLabel(operation.operationType, operation.newestEventType)
  const overdue = !ended && props.overdue
  const name = groupedText(operation.containerNumber)
  const open = () => props.onOpen(operation.operationKey)
  return (
    <li
      ref={ref}
      className={classes.row}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the row is one tab stop, its controls are reached by arrows
      tabIndex={0}
      aria-label={`${name}. ${status}. ${operation.displayName}`}
      onKeyDown={innerKeys(open)}
      data-operation={operation.operationKey}
      data-index={props.row ?? undefined}
      data-pointed={isPointed || undefined}
      data-tone={ended ? 'normal' : cardTone(operation.newestEventType)}
      style={phaseStyle(ended ? 'done' : phase)}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.number}
        title={text.openDetail(name)}
        onClick={open}
      >
        <ContainerNumber value={operation.containerNumber} />
        <NumberDoubt operation={operation} />
      </button>
      <span className={classes.state}>
        <span className={classes.icon}>
          <Icon size={14} />
        </span>
        <span className={classes.cut}>{status}</span>
      </span>
      <span className={classes.time} data-overdue={overdue || undefined}>
        {ended ? (
          formatDurationMinutes(operation.totalDuration)
        ) : (
          <StepTime since={operation.newestEventAt} normalSeconds={props.normalSeconds} overdue={overdue} />
        )}
      </span>
      <span className={classes.detention}>
        {props.detention && !ended && <DetentionNote brief detention={props.detention} />}
      </span>
      <span className={classes.who} title={operation.username}>
        {operation.displayName}
      </span>
      <span className={classes.place}>{placeText(operation) ?? text.noPosition}</span>
      <span className={classes.type}>{operation.operationType === 'load' ? text.load : text.unload}</span>
    </li>
  )
}

/** Placeholder of a row during a fast scroll: it subscribes to nothing. */
function PassingRow({ store, operationKey, height }: OperationItemProps) {
  const card = store.get().cards.get(operationKey)
  if (!card) return null
  const { operationType, newestEventType, containerNumber, displayName } = card.operation
  return (
    <li
      className={classes.row}
      data-operation={operationKey}
      data-tone={cardTone(newestEventType)}
      style={{ ...phaseStyle(workflowRow(operationType, newestEventType).phase), height }}
    >
      <strong className={classes.cut}>{groupedText(containerNumber)}</strong>
      <span className={classes.cut}>{statusLabel(operationType, newestEventType)}</span>
      <span />
      <span className={classes.detention} />
      <span className={classes.who}>{displayName}</span>
    </li>
  )
}
