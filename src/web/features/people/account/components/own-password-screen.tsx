import '../../../../styles/styles-form.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { UserResponse } from '#contract/http/people/accounts'
import { PASSWORD } from '#domain/account/fields'
import { homePath } from '#domain/account/role'
import { changePassword } from '../../../../api/people/account.ts'
import { keepIdentity } from '../../../../api/people/identity.ts'
import { userQuery } from '../../../../api/people/session.ts'
import { HttpError } from '../../../../lib/http.ts'
import { accountText as text } from '../../../../text/account.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { NewPasswordForm } from '../../../../ui/form/new-password-form.tsx'
import entry from '../../../../ui/page/entry-page.module.css'
import { EntryPage } from '../../../../ui/page/entry-page.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { failureSentence, saysChosenAlready } from '../model.ts'

/** For who logged in with a given password; where an own one was asked for, in place of every other page. */
export function OwnPasswordScreen({ user, onLogout }: { user: UserResponse; onLogout: () => void }) {
  const client = useQueryClient()
  /** The login was too long ago: the given password is typed once more. */
  const [asksGiven, setAsksGiven] = useState(false)
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: { currentPassword: string; newPassword: string }) =>
      changePassword({ newPassword, ...(asksGiven && { currentPassword }) }),
  })
  const failure = change.error ? failureSentence(change.error, text.passwordFailure) : null

  const onDone = () => {
    const chosen: UserResponse = { ...user, passwordGiven: false, mustChangePassword: false }
    // The route leads to the own area.
    client.setQueryData(userQuery.queryKey, chosen)
    keepIdentity(chosen)
    toast({ title: text.ownDone, description: text.ownDoneHint, id: 'own-password' })
  }
  const onFailed = (error: unknown) => {
    if (!(error instanceof HttpError)) return
    if (error.code === 'proof_required') setAsksGiven(true)
    else if (error.status === 401 || (!asksGiven && saysChosenAlready(error)))
      void client.invalidateQueries(userQuery)
  }

  return (
    <EntryPage
      title={<h1 className={entry.title}>{text.ownTitle}</h1>}
      subtitle={`${user.displayName} · ${user.username}`}
    >
      <section className={entry.card}>
        <NewPasswordForm
          className={entry.form}
          words={{
            saving: text.saving,
            passwordHint: text.ownHint,
            save: text.ownSubmit,
            currentPassword: asksGiven ? text.givenPassword : undefined,
            currentRequired: asksGiven ? text.givenRequired : undefined,
          }}
          min={PASSWORD.min}
          username={user.username}
          change={change}
          failure={
            failure === null ? (
              <p className={entry.hint}>{text.ownWhy}</p>
            ) : (
              <FailureBox>{failure}</FailureBox>
            )
          }
          onDone={onDone}
          onFailed={onFailed}
        />
      </section>
      {user.mustChangePassword ? (
        <Button variant="subtle" mt="md" onClick={onLogout}>
          {text.ownLogout}
        </Button>
      ) : (
        <Button component={Link} href={homePath(user.role)} variant="subtle" mt="md">
          {text.ownLater}
        </Button>
      )}
      <LanguageSwitch />
    </EntryPage>
  )
}
