import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { canHavePasskeys } from '../../../../api/people/passkeys.ts'
import { useProductConfig } from '../../../../api/product-config.ts'
import { accountsText as text } from '../../../../text/accounts.ts'
import { commonText } from '../../../../text/page.ts'
import { passkeysText } from '../../../../text/passkeys.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { OWN_USERNAME_FIELD, passwordField } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import entry from '../../../../ui/page/entry-page.module.css'
import { CodeWantedError, EMPTY_LOGIN, UserDeactivatedError, validateLogin } from '../model.ts'
import { useLogin, usePasskeyLogin } from '../queries.ts'
import classes from './auth.module.css'

const CodeField = lazy(() => import('../../../../ui/second-factor/code-field.tsx'))

export function LoginForm() {
  const [form, setForm] = useState(EMPTY_LOGIN)
  const { element, field, show } = useFields(form, setForm)
  const [deactivated, setDeactivated] = useState<UserDeactivatedError | null>(null)
  const [codeWanted, setCodeWanted] = useState(false)
  const login = useLogin()
  const asksForCode = login.error instanceof CodeWantedError && login.error.first
  const passkey = usePasskeyLogin()
  const busy = login.isPending || passkey.isPending
  const failure = asksForCode ? null : (login.error ?? passkey.error)
  const onError = (error: Error) => {
    if (error instanceof UserDeactivatedError) setDeactivated(error)
    if (error instanceof CodeWantedError) setCodeWanted(true)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    passkey.reset()
    if (show(validateLogin(form))) return
    login.mutate(
      { username: form.username.trim(), password: form.password, code: form.code.trim() || undefined },
      { onError },
    )
  }

  return (
    <form ref={element} className={entry.form} onSubmit={submit} noValidate>
      {failure && <FailureBox title={text.loginErrorTitle}>{failure.message}</FailureBox>}
      <TextInput label={text.username} {...OWN_USERNAME_FIELD} {...field('username')} />
      <PasswordInput label={text.password} {...passwordField('current-password')} {...field('password')} />
      {codeWanted && (
        <Suspense>
          <CodeField autoFocus {...field('code')} />
        </Suspense>
      )}
      <Button type="submit" size="lg" fullWidth aria-disabled={busy}>
        {login.isPending ? text.loginPending : text.loginSubmit}
      </Button>
      {canHavePasskeys() && (
        <Button
          variant="default"
          size="lg"
          px="sm"
          fullWidth
          leftSection={<Fingerprint size={20} />}
          aria-disabled={busy}
          onClick={() => {
            if (busy) return
            login.reset()
            passkey.mutate(undefined, { onError })
          }}
        >
          {passkey.isPending ? passkeysText.loginPending : passkeysText.login}
        </Button>
      )}
      <Link href="/forgot-password" className={classes.link}>
        {text.forgot}
      </Link>
      <DeactivatedDialog failure={deactivated} onClose={() => setDeactivated(null)} />
    </form>
  )
}

/** `failure`: what the login failed with; null: closed. */
function DeactivatedDialog({
  failure,
  onClose,
}: {
  failure: UserDeactivatedError | null
  onClose: () => void
}) {
  const configured = useProductConfig()?.supportEmail
  const email = failure?.supportEmail ?? configured
  return (
    <Dialog opened={failure !== null} onClose={onClose} title={text.deactivatedTitle}>
      {failure && (
        <div className={classes.dialog}>
          <p>{failure.message}</p>
          <p>{text.deactivatedMistake}</p>
          {email !== undefined && (
            <p>
              {text.supportLabel}{' '}
              <a href={`mailto:${email}`} className={classes.link}>
                {email}
              </a>
            </p>
          )}
          <Button size="lg" fullWidth onClick={onClose}>
            {commonText.understood}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
