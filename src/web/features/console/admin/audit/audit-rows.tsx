import { ArrowRight } from 'lucide-react'
import { memo } from 'react'
import type { AuditEntryResponse } from '#contract/http/console/audit'
import { formatExact } from '../../../../lib/time/date-time.ts'
import { adminAuditText as text } from '../../../../text/console.ts'
import { Spoken } from '../../../../ui/panel/spoken.tsx'
import list from '../table/list-frame.module.css'
import classes from './audit.module.css'
import { changeLines, targetText } from './audit-model.ts'

export const HEADS = [text.when, text.who, text.where, text.what, text.target, text.change]

export function AuditRows({ entries }: { entries: readonly AuditEntryResponse[] }) {
  return entries.map((entry) => <Row key={entry.id} entry={entry} />)
}

const Row = memo(function Row({ entry }: { entry: AuditEntryResponse }) {
  const { at, actor, address, action } = entry
  const kind = text.actors[actor.kind]
  return (
    <tr>
      <td className={list.when}>
        <time dateTime={at}>{formatExact(at)}</time>
      </td>
      <td className={classes.who}>
        <strong>{actor.name}</strong>
        {actor.name !== kind && (
          <span>
            {kind}
            {actor.id !== null && ` #${actor.id}`}
          </span>
        )}
      </td>
      <td className={classes.where} data-label={text.where}>
        {address ?? (actor.kind === 'visitor' ? text.severalPlaces : text.byItself)}
      </td>
      <td className={list.what}>{text.actions[action]}</td>
      <td className={classes.target} data-label={text.target}>
        {entry.target === null ? <span className={classes.nothing}>{text.noChange}</span> : targetText(entry)}
        {entry.targetId !== null && <span>#{entry.targetId}</span>}
      </td>
      <td className={classes.change}>
        <Change entry={entry} />
      </td>
    </tr>
  )
})

function Change({ entry }: { entry: AuditEntryResponse }) {
  const lines = changeLines(entry)
  if (lines.length === 0) return <span className={classes.nothing}>{text.noChange}</span>
  return (
    <dl className={classes.lines}>
      {lines.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {before !== null && (
              <del>
                <Spoken>{text.was}: </Spoken>
                {before}
              </del>
            )}
            {before !== null && after !== null && <ArrowRight size={14} />}
            {after !== null && (
              <span>
                {before !== null && <Spoken>{text.becomes}: </Spoken>}
                {after}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
