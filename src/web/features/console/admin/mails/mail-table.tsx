import { Button } from '@mantine/core'
import { CircleCheckBig, CircleX, Hourglass } from 'lucide-react'
import { memo } from 'react'
import type { MailResponse } from '#contract/http/console/mails'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { adminMailsText as text } from '../../../../text/console.ts'
import { Table, TableHead } from '../../../../ui/data/table.tsx'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import table from '../table/table.module.css'
import classes from './mails.module.css'
import { progressOf, triesOf } from './model.ts'
import { useRetryMail } from './queries.ts'

const HEADS = [text.when, text.what, text.recipient, text.state, text.progress, text.actions]

const STATES = {
  waiting: { phase: 'waiting', Icon: Hourglass },
  sent: { phase: 'done', Icon: CircleCheckBig },
  failed: { phase: 'stopped', Icon: CircleX },
} as const

/** `stale`: the rows belong to the previous filters; the new ones are loading. */
export function MailTable({ mails, stale }: { mails: readonly MailResponse[]; stale: boolean }) {
  const retry = useRetryMail()
  return (
    <Panel className={table.frame}>
      <Table cards className={`${table.table} ${classes.table}`} aria-label={text.heading} aria-busy={stale}>
        <TableHead labels={HEADS} />
        <tbody>
          {mails.map((mail) => (
            <Row
              key={mail.id}
              mail={mail}
              busy={retry.isPending && retry.variables === mail.id}
              onRetry={retry.mutate}
            />
          ))}
        </tbody>
      </Table>
    </Panel>
  )
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
      <td className={classes.when}>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </td>
      <td className={classes.what}>{text.kinds[kind]}</td>
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
