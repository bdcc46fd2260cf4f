import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Info, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { invitationQuery } from '../../../../api/invitations.ts'
import { useProductConfig } from '../../../../api/product-config.ts'
import { HttpError } from '../../../../lib/http.ts'
import { accountsText as text } from '../../../../text/page.ts'
import box from '../../../../ui/form/failure-box.module.css'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { phaseStyle } from '../../../../ui/haulage/phase.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import entry from '../../../../ui/page/entry-page.module.css'
import classes from './auth.module.css'
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
            <UserRoundCheck size={20} />
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

/** The registration without an invitation; only a notice where the administrator has closed it. */
export function OpenRegistration() {
  const config = useProductConfig()
  if (config?.registration !== 'admin') return <RegisterForm />
  return (
    <div className={entry.form}>
      <div className={box.box} style={phaseStyle('waiting')} data-titled>
        <Info size={20} />
        <div>
          <strong>{text.registrationClosedTitle}</strong>
          <p className={classes.paragraph}>{text.registrationClosedSupervisor}</p>
          <p className={classes.paragraph}>{text.registrationClosedOperator}</p>
        </div>
      </div>
      <p className={classes.paragraph}>
        {text.registrationClosedContact}{' '}
        <a href={`mailto:${config.supportEmail}`} className={classes.link}>
          {config.supportEmail}
        </a>
      </p>
    </div>
  )
}
