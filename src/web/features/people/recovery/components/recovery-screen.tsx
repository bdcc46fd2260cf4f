import '../../../../styles/styles-form.ts'
import '../../../../styles/styles-tabs.ts'
import { Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleCheckBig } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { PASSWORD } from '#domain/account/fields'
import { tokenQuery } from '../../../../api/people/recovery.ts'
import { keepInHistory, openedToken } from '../../../../lib/link-token.ts'
import { recoveryText as text } from '../../../../text/recovery.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { NewPasswordForm } from '../../../../ui/form/new-password-form.tsx'
import entry from '../../../../ui/page/entry-page.module.css'
import { EntryPage } from '../../../../ui/page/entry-page.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { Outcome } from '../../../../ui/page/outcome.tsx'
import { failureSentence, isInvalidToken } from '../model.ts'
import { useResetPassword } from '../queries.ts'
import classes from './recovery.module.css'
import { RequestPanel } from './request-panel.tsx'

type Tab = 'request' | 'reset'

/** Both paths: one tab asks for a link, the other uses it. */
export function RecoveryScreen() {
  const [path] = useLocation()
  const [token, setToken] = useState(openedToken)
  const [tab, setTab] = useState<Tab>(token !== null || path === '/reset-password' ? 'reset' : 'request')
  const [invalidLink, setInvalidLink] = useState(false)
  const check = useQuery(tokenQuery(token))

  useEffect(() => keepInHistory(token), [token])

  const forgetLink = () => {
    setToken(null)
    setInvalidLink(true)
    setTab('request')
  }
  if (token !== null && isInvalidToken(check.error)) forgetLink()

  return (
    <EntryPage title={<h1 className={entry.title}>{text.title}</h1>} subtitle={text.subtitle}>
      <Tabs value={tab} onChange={(value) => value && setTab(value as Tab)} className={entry.card}>
        <Tabs.List grow>
          <Tabs.Tab value="request">{text.requestTab}</Tabs.Tab>
          <Tabs.Tab value="reset">{text.resetTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="request">
          <RequestPanel invalidLink={invalidLink} onSent={() => setInvalidLink(false)} />
        </Tabs.Panel>
        <Tabs.Panel value="reset">
          <ResetPanel
            token={token}
            onAsk={() => setTab('request')}
            onInvalid={forgetLink}
            onDone={() => setToken(null)}
          />
        </Tabs.Panel>
      </Tabs>
      <Link href="/auth" className={classes.back}>
        <ArrowLeft size={18} />
        {text.back}
      </Link>
      <LanguageSwitch />
    </EntryPage>
  )
}

interface ResetPanelProps {
  /** Of the opened link; null: there was none. */
  token: string | null
  onAsk: () => void
  onInvalid: () => void
  onDone: () => void
}

function ResetPanel({ token, onAsk, onInvalid, onDone }: ResetPanelProps) {
  const [done, setDone] = useState(false)
  if (done) return <Done />
  if (token === null) {
    return (
      <div className={entry.form}>
        <FailureBox kind="warning" title={text.missingTitle}>
          {text.missingToken}
        </FailureBox>
        <Button variant="default" fullWidth onClick={onAsk}>
          {text.askForOne}
        </Button>
      </div>
    )
  }
  return (
    <PasswordForm
      token={token}
      onInvalid={onInvalid}
      onDone={() => {
        setDone(true)
        onDone()
      }}
    />
  )
}

function PasswordForm({
  token,
  onInvalid,
  onDone,
}: {
  token: string
  onInvalid: () => void
  onDone: () => void
}) {
  const reset = useResetPassword(token)
  const failure = reset.error ? failureSentence(reset.error, text.resetFailure) : null
  return (
    <NewPasswordForm
      className={entry.form}
      words={{ save: text.resetSubmit, saving: text.resetPending }}
      min={PASSWORD.min}
      change={reset}
      failure={failure !== null && <FailureBox title={text.resetErrorTitle}>{failure}</FailureBox>}
      onDone={onDone}
      onFailed={(error) => isInvalidToken(error) && onInvalid()}
    >
      <p className={entry.hint}>{text.resetHint}</p>
    </NewPasswordForm>
  )
}

const Done = () => (
  <div className={entry.form}>
    <Outcome Icon={CircleCheckBig} title={text.doneTitle}>
      {text.done}
    </Outcome>
    <Button component={Link} href="/auth" size="lg" fullWidth>
      {text.signIn}
    </Button>
  </div>
)
