import '../../../../styles/styles-form.ts'
import '../../../../styles/styles-tabs.ts'
import { Button, Loader, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Info, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { homePath } from '#domain/account/role'
import { keptIdentity } from '../../../../api/people/identity.ts'
import { invitationQuery } from '../../../../api/people/invitations.ts'
import { useProductConfig } from '../../../../api/product-config.ts'
import { HttpError } from '../../../../lib/http.ts'
import { accountsText as text } from '../../../../text/accounts.ts'
import { commonText } from '../../../../text/page.ts'
import box from '../../../../ui/form/failure-box.module.css'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { phaseStyle } from '../../../../ui/haulage/phase.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PageLoading } from '../../../../ui/loading/page-loading.tsx'
import entry from '../../../../ui/page/entry-page.module.css'
import { EntryPage } from '../../../../ui/page/entry-page.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { invitationIn } from '../model.ts'
import { useCurrentUser } from '../session.ts'
import classes from './auth.module.css'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { TermsLink } from './terms-link.tsx'

/** Sign-in and registration. Redirects a signed-in user to the page of the role. */
export function AuthScreen() {
  const user = useCurrentUser()
  const invitation = invitationIn(useSearch())
  if (user.data) return <Redirect to={homePath(user.data.role)} replace />
  // Offline: the user who was signed in can go on working.
  const kept = user.data === undefined && user.isError ? keptIdentity() : null
  if (kept) return <Redirect to={homePath(kept.role)} replace />
  if (user.isPending) return <PageLoading />
  return (
    <EntryPage
      title={
        <h1 className={classes.name}>
          {commonText.appName} <span className={classes.beta}>{text.beta}</span>
        </h1>
      }
      subtitle={text.subtitle}
    >
      <Tabs defaultValue={invitation === null ? 'login' : 'register'} className={entry.card}>
        <Tabs.List grow>
          <Tabs.Tab value="login">{text.loginTab}</Tabs.Tab>
          <Tabs.Tab value="register">{text.registerTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="login">
          <LoginForm />
        </Tabs.Panel>
        <Tabs.Panel value="register">
          {invitation === null ? <OpenRegistration /> : <InvitedRegistration token={invitation} />}
        </Tabs.Panel>
      </Tabs>
      <footer className={classes.footer}>
        <a href="/rastreo">{text.trackLink}</a>
        <TermsLink>{text.termsLink}</TermsLink>
        <LanguageSwitch />
      </footer>
    </EntryPage>
  )
}

/** The registration that an invitation link opens; names the supervisor first. */
function InvitedRegistration({ token }: { token: string }) {
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
function OpenRegistration() {
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
