import '../../../../styles/styles-form.ts'
import '../../../../styles/styles-tabs.ts'
import { Tabs } from '@mantine/core'
import { Redirect, useSearch } from 'wouter'
import { homePath } from '#domain/account/role'
import { keptIdentity } from '../../../../api/identity.ts'
import { commonText, accountsText as text } from '../../../../text/page.ts'
import { PageLoading } from '../../../../ui/loading/page-loading.tsx'
import entry from '../../../../ui/page/entry-page.module.css'
import { EntryPage } from '../../../../ui/page/entry-page.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { invitationIn } from '../model.ts'
import { useCurrentUser } from '../session.ts'
import classes from './auth.module.css'
import { LoginForm } from './login-form.tsx'
import { InvitedRegistration, OpenRegistration } from './registration.tsx'
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
