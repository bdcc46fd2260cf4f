import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { accountsText as text } from '../../../text/accounts.ts'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { passwordToggle } from '../../../ui/form/password-toggle.ts'
import { useFields } from '../../../ui/form/use-fields.ts'
import entry from '../../../ui/page/entry-page.module.css'
import { EMPTY_LOGIN, UserDeactivatedError, validateLogin } from '../model.ts'
import { useLogin } from '../queries.ts'
import classes from './auth.module.css'
import { DeactivatedDialog } from './deactivated-dialog.tsx'

export function LoginForm() {
  const [form, setForm] = useState(EMPTY_LOGIN)
  const { element, field, show } = useFields(form, setForm)
  const [deactivated, setDeactivated] = useState<UserDeactivatedError | null>(null)
  const login = useLogin()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (login.isPending) return
    if (show(validateLogin(form))) return
    login.mutate(
      { username: form.username.trim(), password: form.password },
      { onError: (failure) => failure instanceof UserDeactivatedError && setDeactivated(failure) },
    )
  }

  return (
    <form ref={element} className={entry.form} onSubmit={submit} noValidate>
      {login.error && <FailureBox title={text.loginErrorTitle}>{login.error.message}</FailureBox>}
      <TextInput
        label={text.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <PasswordInput
        label={text.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={passwordToggle(text.showPassword)}
        {...field('password')}
      />
      <Button type="submit" size="lg" fullWidth aria-disabled={login.isPending}>
        {login.isPending ? text.loginPending : text.loginSubmit}
      </Button>
      <Link href="/forgot-password" className={classes.link}>
        {text.forgot}
      </Link>
      <DeactivatedDialog failure={deactivated} onClose={() => setDeactivated(null)} />
    </form>
  )
}
