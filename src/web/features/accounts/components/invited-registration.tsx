import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { invitationQuery } from '../../../api/invitations.ts'
import { HttpError } from '../../../lib/http.ts'
import { accountsText as text } from '../../../text/accounts.ts'
import box from '../../../ui/form/failure-box.module.css'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { phaseStyle } from '../../../ui/haulage/phase.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import entry from '../../../ui/page/entry-page.module.css'
import classes from './auth.module.css'
import { OpenRegistration } from './open-registration.tsx'
import { RegisterForm } from './register-form.tsx'

/** The registration that an invitation link opens; names the supervisor first. */
export function InvitedRegistration({ token }: { token: string }) {
  const query = useQuery(invitationQuery(token))
  const { data, error } = query
  const [alone, setAlone] = useState(false)
  if (alone) return <OpenRegistration />
  if (data) {
    return (
      <>
        <div className={classes.invited}>
          <div className={box.box} style={phaseStyle('done')} data-titled>
            <UserRoundCheck size={20} aria-hidden="true" />
            <div>
              <strong>{text.invitedTitle}</strong>
              <div>{text.invitedBy(data.supervisorName)}</div>
            </div>
          </div>
        </div>
        <RegisterForm invitation={token} />
      </>
    )
  }
  if (query.isPending) {
    return (
      <div className={classes.checking}>
        <Loader role="status" aria-label={text.invitationLoading} />
      </div>
    )
  }
  if (error instanceof HttpError && error.status < 429) {
    return (
      <div className={entry.form}>
        <FailureBox kind="warning" title={text.invitationInvalidTitle}>
          {text.invitationInvalidHint}
        </FailureBox>
        <Button variant="default" fullWidth onClick={() => setAlone(true)}>
          {text.registerWithoutInvitation}
        </Button>
      </div>
    )
  }
  return <LoadFailure title={text.invitationFailed} query={query} />
}
