import '../../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Laptop, Smartphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { SessionResponse } from '#contract/http/people/account'
import { PASSWORD } from '#domain/account/fields'
import { homePath, type Role } from '#domain/account/role'
import { accountQuery, changePassword, endOtherSessions, endSession } from '../../../../api/people/account.ts'
import { passkeysQuery } from '../../../../api/people/passkeys.ts'
import { userQuery } from '../../../../api/people/session.ts'
import { accountText as text } from '../../../../text/account.ts'
import { commonText } from '../../../../text/page.ts'
import { RelativeTime } from '../../../../ui/data/relative-time.tsx'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { NewPasswordForm } from '../../../../ui/form/new-password-form.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PageLoading } from '../../../../ui/loading/page-loading.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'
import { deviceText, failureSentence } from '../model.ts'
import classes from './account.module.css'
import { EmailPanel } from './email-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PhonePanel } from './phone-panel.tsx'

const SecondFactorPanel = lazy(() => import('./second-factor-panel.tsx'))

export function AccountScreen({ name, role }: { name: string; role: Role }) {
  const account = useQuery(accountQuery)
  const passkeys = useQuery(passkeysQuery)
  if (account.isPending || passkeys.isPending) return <PageLoading />
  if (!account.data) return <LoadFailure title={text.loadFailed} query={account} page />
  if (!passkeys.data) return <LoadFailure title={text.loadFailed} query={passkeys} page />
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <Link href={homePath(role)} className={classes.back}>
          <ArrowLeft size={18} />
          {commonText.back}
        </Link>
        <LanguageSwitch />
        <div className={classes.who}>
          <h1 className={classes.title}>{text.title}</h1>
          <p className={classes.hint}>
            {name} · {account.data.username}
          </p>
        </div>
      </header>
      <EmailPanel account={account.data} />
      {role === 'supervisor' && <PhonePanel phone={account.data.phone} />}
      <PasswordPanel username={account.data.username} />
      <PasskeysPanel passkeys={passkeys.data.passkeys} />
      {role === 'supervisor' && (
        <Suspense>
          <SecondFactorPanel />
        </Suspense>
      )}
      <SessionsPanel sessions={account.data.sessions} />
    </main>
  )
}

function PasswordPanel({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const change = useMutation({ mutationFn: changePassword })
  const failure = change.error ? failureSentence(change.error, text.passwordFailure) : null
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-password">
      <h2 id="account-password">{text.passwordTitle}</h2>
      {open ? (
        <NewPasswordForm
          className={classes.form}
          words={{ ...text, save: text.savePassword }}
          min={PASSWORD.min}
          username={username}
          change={change}
          failure={failure !== null && <FailureBox>{failure}</FailureBox>}
          onCancel={() => {
            setOpen(false)
            change.reset()
          }}
          onDone={() => {
            setOpen(false)
            toast({ title: text.passwordDone, description: text.passwordDoneHint, id: 'own-password' })
            void client.invalidateQueries(accountQuery)
            // It may have been a given one.
            void client.invalidateQueries(userQuery)
          }}
        >
          <p className={classes.hint}>{text.passwordNote}</p>
        </NewPasswordForm>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {text.changePassword}
        </Button>
      )}
    </Panel>
  )
}

const TOAST = 'own-sessions'
const PHONES = ['Android', 'iPhone', 'iPad']

function useEnding<Which>(call: (which: Which) => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => toast({ title: done, id: TOAST }),
    onError: (error) => toastFailure(TOAST, text.endFailed, failureSentence(error, text.tryAgain) ?? ''),
    onSettled: () => client.invalidateQueries(accountQuery),
  })
}

/** Where the account is signed in. */
function SessionsPanel({ sessions }: { sessions: readonly SessionResponse[] }) {
  const others = useEnding(endOtherSessions, text.othersEnded)
  const one = useEnding(endSession, text.sessionEnded)
  const busy = others.isPending || one.isPending
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-sessions">
      <h2 id="account-sessions">{text.sessionsTitle}</h2>
      <p className={classes.hint}>{text.sessionsHint}</p>
      <ul className={classes.sessions}>
        {sessions.map((session) => {
          const Icon = PHONES.includes(session.system ?? '') ? Smartphone : Laptop
          return (
            <li key={session.id} className={classes.session}>
              <Icon size={22} />
              <div>
                <strong>{deviceText(session)}</strong>
                <span className={classes.detail}>
                  {session.current ? text.thisDevice : <RelativeTime at={session.seenAt} />}
                  {session.address !== null && ` · ${session.address}`}
                </span>
              </div>
              {!session.current && (
                <Button
                  variant="default"
                  disabled={busy}
                  aria-label={text.endOf(deviceText(session))}
                  onClick={() => one.mutate(session.id)}
                >
                  {text.end}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" disabled={busy} onClick={() => others.mutate(undefined)}>
          {text.endOthers}
        </Button>
      )}
    </Panel>
  )
}
