import { Button } from '@mantine/core'
import { CircleCheckBig, CircleX, Hourglass } from 'lucide-react'
import { memo } from 'react'
import type { MailResponse } from '#contract/http/console/mails'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { adminMailsText as text } from '../../../../text/console.ts'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import list from '../table/list-frame.module.css'
import classes from './mails.module.css'
import { progressOf, triesOf } from './model.ts'
import { useRetryMail } from './queries.ts'

export const HEADS = [text.when, text.what, text.recipient, text.state, text.progress, text.actions]

const STATES = {
  waiting: { phase: 'waiting', Icon: Hourglass },
  sent: { phase: 'done', Icon: CircleCheckBig },
  failed: { phase: 'stopped', Icon: CircleX },
} as const

export function MailRows({ mails }: { mails: readonly MailResponse[] }) {
  const retry = useRetryMail()
  return mails.map((mail) => (
    <Row
      key={mail.id}
      mail={mail}
      busy={retry.isPending && retry.variables === mail.id}
      onRetry={retry.mutate}
    />
  ))
}

const Row = memo(function Row({
  mail,
  busy,
  onRetry,
}: {
  mail: MailResponse
  busy: boolean
  onRetry: (id: number) => void
}) {
  const { id, createdAt, kind, recipient, account, state, mayRetry } = mail
  const { phase, Icon } = STATES[state]
  return (
    <tr>
      <td className={list.when}>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </td>
      <td className={`${list.what} ${classes.what}`}>{text.kinds[kind]}</td>
      <td className={classes.recipient} data-label={text.recipient}>
        {recipient}
        {account && <small>{text.account(account.username)}</small>}
      </td>
      <td className={classes.state}>
        <Pill small phase={phase} Icon={Icon}>
          {text.states[state]}
        </Pill>
      </td>
      <td className={classes.progress}>
        {progressOf(mail).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <small>{triesOf(mail)}</small>
      </td>
      <td className={classes.actions}>
        {mayRetry && (
          <Button
            variant="default"
            loading={busy}
            aria-label={text.retryOf(recipient)}
            onClick={() => onRetry(id)}
          >
            {text.retry}
          </Button>
        )}
      </td>
    </tr>
  )
})
