import { ActionIcon } from '@mantine/core'
import { ChartColumn, KeyRound, type LucideIcon, Pencil, Phone, Trash2, UserX } from 'lucide-react'
import type { OperatorResponse } from '#contract/http/people/operators'
import { operatorsText as text } from '../../../../text/desk.ts'
import { phoneLink } from '../../../../ui/data/phone-link.ts'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './operators.module.css'

export type OperatorAction = 'metrics' | 'edit' | 'remove'

const ACTIONS: readonly {
  action: OperatorAction
  Icon: LucideIcon
  word: string
  label: (name: string) => string
}[] = [
  { action: 'metrics', Icon: ChartColumn, word: text.metrics, label: text.metricsOf },
  { action: 'edit', Icon: Pencil, word: text.edit, label: text.editOf },
  { action: 'remove', Icon: Trash2, word: text.remove, label: text.removeOf },
]

export function OperatorList({
  operators,
  onAction,
}: {
  operators: readonly OperatorResponse[]
  onAction: (action: OperatorAction, operator: OperatorResponse) => void
}) {
  return (
    <Panel as="ul">
      {operators.map((operator) => (
        <li key={operator.id} className={classes.row}>
          <div className={classes.names}>
            <strong title={operator.displayName}>{operator.displayName}</strong>
            <span title={operator.username}>{operator.username}</span>
          </div>
          <span className={classes.phone} data-none={operator.phone === null || undefined}>
            <Phone size={16} />
            {operator.phone === null ? (
              text.noPhone
            ) : (
              <a href={phoneLink(operator.phone)}>{operator.phone}</a>
            )}
          </span>
          <span className={classes.state}>
            {!operator.isActive && (
              <Pill phase="stale" Icon={UserX}>
                {text.inactive}
              </Pill>
            )}
            {operator.passwordGiven && (
              <Pill phase="waiting" Icon={KeyRound}>
                {text.firstPassword}
              </Pill>
            )}
          </span>
          <div className={classes.actions}>
            {ACTIONS.map(({ action, Icon, word, label }) => (
              <ActionIcon
                key={action}
                variant="default"
                size={44}
                aria-label={label(operator.displayName)}
                title={word}
                data-action={action}
                onClick={() => onAction(action, operator)}
              >
                <Icon size={18} />
              </ActionIcon>
            ))}
          </div>
        </li>
      ))}
    </Panel>
  )
}

const BONES = ['a', 'b', 'c', 'd']

export function OperatorSkeletons() {
  return (
    <Panel role="status" aria-label={text.loading}>
      {BONES.map((bone) => (
        <div key={bone} className={classes.row}>
          <Bone width="40%" height={18} />
        </div>
      ))}
    </Panel>
  )
}
