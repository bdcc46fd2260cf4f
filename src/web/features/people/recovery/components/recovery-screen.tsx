import '../../../../styles/styles-form.ts'
import '../../../../styles/styles-tabs.ts'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { tokenQuery } from '../../../../api/recovery.ts'
import { keepInHistory, openedToken } from '../../../../lib/link-token.ts'
import { recoveryText as text } from '../../../../text/recovery.ts'
import entry from '../../../../ui/page/entry-page.module.css'
import { EntryPage } from '../../../../ui/page/entry-page.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { isInvalidToken } from '../model.ts'
import classes from './recovery.module.css'
import { RequestPanel } from './request-panel.tsx'
import { ResetPanel } from './reset-panel.tsx'

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
