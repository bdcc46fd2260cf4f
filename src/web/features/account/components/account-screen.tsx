import '../../../styles/styles-form.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { accountQuery } from '../../../api/account.ts'
import { accountText as text } from '../../../text/account.ts'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { PageLoading } from '../../../ui/loading/page-loading.tsx'
import { LanguageSwitch } from '../../../ui/page/language-switch.tsx'
import classes from './account.module.css'
import { EmailPanel } from './email-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** `back`: the own area. */
export function AccountScreen({ name, back }: { name: string; back: string }) {
  const account = useQuery(accountQuery)
  if (account.isPending) return <PageLoading />
  if (!account.data) return <LoadFailure title={text.loadFailed} query={account} page />
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <Link href={back} className={classes.back}>
          <ArrowLeft size={18} aria-hidden="true" />
          {text.back}
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
      <PasswordPanel username={account.data.username} />
      <SessionsPanel sessions={account.data.sessions} />
    </main>
  )
}
