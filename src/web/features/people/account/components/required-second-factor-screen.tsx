import '../../../../styles/styles-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { UserResponse } from '#contract/http/people/accounts'
import { userQuery } from '../../../../api/people/session.ts'
import { secondFactorText as text } from '../../../../text/second-factor.ts'
import entry from '../../../../ui/page/entry-page.module.css'
import { EntryPage } from '../../../../ui/page/entry-page.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { SetUpSecondFactor } from '../../../../ui/second-factor/second-factor.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { OWN_PROOF, OWN_SECOND_FACTOR } from '../second-factor.ts'

/** For a supervisor without the second factor that the administrator asks for, in place of every other page. */
export function RequiredSecondFactorScreen({ user, onLogout }: { user: UserResponse; onLogout: () => void }) {
  const client = useQueryClient()
  const onDone = () => {
    // The route leads to the own area.
    const done: UserResponse = { ...user, mustSetUpSecondFactor: false }
    client.setQueryData(userQuery.queryKey, done)
    toast({ title: text.switchedOn, id: 'second-factor' })
  }
  return (
    <EntryPage
      title={<h1 className={entry.title}>{text.requiredTitle}</h1>}
      subtitle={`${user.displayName} · ${user.username}`}
    >
      <section className={entry.card}>
        <div className={entry.form}>
          <p className={entry.hint}>{text.requiredWhy}</p>
          <SetUpSecondFactor
            calls={{ ...OWN_SECOND_FACTOR, changed: () => {} }}
            proof={OWN_PROOF}
            onDone={onDone}
            cancel={text.requiredLeave}
            onCancel={onLogout}
          />
        </div>
      </section>
      <LanguageSwitch />
    </EntryPage>
  )
}
