import '../../../../styles/styles-form.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { homePath, type Role } from '#domain/account/role'
import { accountQuery } from '../../../../api/account.ts'
import { passkeysQuery } from '../../../../api/passkeys.ts'
import { accountText as text } from '../../../../text/account.ts'
import { commonText } from '../../../../text/page.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PageLoading } from '../../../../ui/loading/page-loading.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import classes from './account.module.css'
import { EmailPanel } from './email-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

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
