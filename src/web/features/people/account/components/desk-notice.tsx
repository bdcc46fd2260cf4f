import { Button, CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { UserResponse } from '#contract/http/people/accounts'
import { accountQuery } from '../../../../api/people/account.ts'
import { accountText as text } from '../../../../text/account.ts'
import { mayAsk, putOff } from '../asked.ts'
import { useResend } from '../queries.ts'
import classes from './desk-notice.module.css'

/** A calm line above the desk: about a password that somebody else knows, else about an address without proof. */
export function DeskNotice({ user }: { user: UserResponse }) {
  if (user.passwordGiven) {
    return (
      <aside className={classes.notice}>
        <KeyRound size={20} />
        <p>{text.givenNotice}</p>
        <Button component={Link} href="/own-password" variant="subtle" px={12}>
          {text.givenReplace}
        </Button>
      </aside>
    )
  }
  return user.email === null || user.emailConfirmed ? null : <Unproven id={user.id} email={user.email} />
}

function Unproven({ id, email }: { id: number; email: string }) {
  const [asks, setAsks] = useState(() => mayAsk(id, Date.now()))
  // Its link may have been opened in another tab, or another address may wait for its proof.
  const { data } = useQuery({ ...accountQuery, enabled: asks })
  const resend = useResend()
  if (!asks || data?.emailConfirmed) return null
  const later = () => {
    putOff(id, Date.now())
    setAsks(false)
  }
  return (
    <aside className={classes.notice}>
      <MailWarning size={20} />
      <p>
        {text.confirmNotice} <strong>{data?.pendingEmail ?? email}</strong>
      </p>
      <Button variant="subtle" px={12} loading={resend.isPending} onClick={() => resend.mutate()}>
        {text.resend}
      </Button>
      <Button component={Link} href="/account" variant="subtle" px={12}>
        {text.confirmOther}
      </Button>
      <CloseButton className={classes.later ?? ''} size={44} aria-label={text.confirmLater} onClick={later} />
    </aside>
  )
}
