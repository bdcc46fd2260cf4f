import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { errorsWithout, type FieldErrors } from '../../../lib/field-errors.ts'
import { accountsText as text } from '../../../text/accounts.ts'
import entry from '../../../ui/entry-page.module.css'
import { FailureBox } from '../../../ui/failure-box.tsx'
import { focusFirstError } from '../../../ui/focus-first-error.ts'
import { passwordToggle } from '../../../ui/password-toggle.ts'
import { EMPTY_LOGIN, type LoginForm as Form, UserDeactivatedError, validateLogin } from '../model.ts'
import { useLogin } from '../queries.ts'
import classes from './auth.module.css'
import { DeactivatedDialog } from './deactivated-dialog.tsx'

export function LoginForm() {
  const [form, setForm] = useState(EMPTY_LOGIN)
  const [errors, setErrors] = useState<FieldErrors<Form>>({})
  const [deactivated, setDeactivated] = useState<UserDeactivatedError | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const login = useLogin()

  const change = (field: keyof Form, value: string) => {
    setForm((old) => ({ ...old, [field]: value }))
    setErrors((old) => errorsWithout(old, field))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (login.isPending) return
    const wrong = validateLogin(form)
    setErrors(wrong)
    if (focusFirstError(element.current, wrong)) return
    login.mutate(
      { username: form.username.trim(), password: form.password },
      { onError: (failure) => failure instanceof UserDeactivatedError && setDeactivated(failure) },
    )
  }

  return (
    <form ref={element} className={entry.form} onSubmit={submit} noValidate>
      {login.error && <FailureBox title={text.loginErrorTitle}>{login.error.message}</FailureBox>}
      <TextInput
        name="username"
        label={text.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={form.username}
        error={errors.username}
        onChange={(event) => change('username', event.currentTarget.value)}
      />
      <PasswordInput
        name="password"
        label={text.password}
        autoComplete="current-password"
        value={form.password}
        error={errors.password}
        visibilityToggleButtonProps={passwordToggle(text.showPassword)}
        onChange={(event) => change('password', event.currentTarget.value)}
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
