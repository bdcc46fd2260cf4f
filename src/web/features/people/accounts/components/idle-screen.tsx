import '../../../../styles/styles-form.ts'
import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useLayoutEffect, useState } from 'react'
import type { UserResponse } from '#contract/http/people/accounts'
import { endIdleSession, forgetUser, KEPT_DESK, logIn, userQuery } from '../../../../api/people/session.ts'
import { useIdleMinutes } from '../../../../api/product-config.ts'
import { idle } from '../../../../lib/idle.ts'
import { removeStored } from '../../../../lib/storage.ts'
import { useStore } from '../../../../lib/store.ts'
import { accountsText as text } from '../../../../text/accounts.ts'
import { deskText } from '../../../../text/desk.ts'
import { passwordField } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { Cover } from '../../../../ui/page/cover.tsx'
import { CodeWantedError, loginFailure, type SignInFailure } from '../model.ts'
import { useActivity } from '../use-activity.ts'
import classes from './idle-screen.module.css'

const CodeField = lazy(() => import('../../../../ui/second-factor/code-field.tsx'))

/** Covers a desk that nobody has used for the time that the administrator set. */
export function IdleScreen({ user }: { user: UserResponse }) {
  const minutes = useIdleMinutes()
  const on = useStore(idle)
  const restart = useActivity(minutes, () => {
    idle.set(true)
    removeStored(KEPT_DESK)
    // The server ends it by itself a little later.
    endIdleSession().catch(() => {})
  })
  // The next desk of this page begins unlocked.
  useLayoutEffect(() => () => idle.set(false), [])

  return (
    <Cover on={on} id="idle-title" title={deskText.idleTitle} focusTitle={false}>
      <p>{deskText.idleLead(minutes)}</p>
      <Return user={user} onBack={restart} />
    </Cover>
  )
}

const EMPTY = { password: '', code: '' }

function Return({ user, onBack }: { user: UserResponse; onBack: () => void }) {
  const client = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const { element, field, show } = useFields(form, setForm)
  const [codeWanted, setCodeWanted] = useState(false)
  const login = useMutation<UserResponse, SignInFailure, typeof EMPTY>({
    mutationFn: ({ password, code }) =>
      logIn({ username: user.username, password, code: code.trim() || undefined }).catch((error: unknown) => {
        throw loginFailure(error)
      }),
    onSuccess: (found) => {
      onBack()
      idle.set(false)
      client.setQueryData(userQuery.queryKey, { ...user, ...found })
      void client.invalidateQueries()
    },
    onError: (error) => {
      if (error instanceof CodeWantedError) setCodeWanted(true)
    },
  })
  const asksForCode = login.error instanceof CodeWantedError && login.error.first

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (login.isPending) return
    if (form.password === '') {
      show({ password: text.passwordRequired })
      return
    }
    login.mutate(form)
  }

  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      {login.error && !asksForCode && (
        <FailureBox title={text.loginErrorTitle}>{login.error.message}</FailureBox>
      )}
      <input type="hidden" name="username" autoComplete="username" value={user.username} />
      <PasswordInput
        autoFocus
        label={`${text.password} · ${user.username}`}
        {...passwordField('current-password')}
        {...field('password')}
      />
      {codeWanted && (
        <Suspense>
          <CodeField autoFocus {...field('code')} />
        </Suspense>
      )}
      <Button type="submit" size="lg" fullWidth aria-disabled={login.isPending}>
        {login.isPending ? text.loginPending : deskText.idleContinue}
      </Button>
      <Button
        variant="subtle"
        onClick={() => {
          idle.set(false)
          // The route guard leads to /auth.
          forgetUser(client)
        }}
      >
        {deskText.idleLeave}
      </Button>
    </form>
  )
}
