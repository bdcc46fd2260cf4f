import { Button, PasswordInput } from '@mantine/core'
import { CircleCheckBig } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { serverErrors } from '../../../lib/field-errors.ts'
import { recoveryText as text } from '../../../text/recovery.ts'
import { passwordField } from '../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'
import entry from '../../../ui/page/entry-page.module.css'
import {
  EMPTY_RESET,
  type ResetForm as Form,
  failureSentence,
  isInvalidToken,
  resetErrorsWithout,
  validateReset,
} from '../model.ts'
import { useResetPassword } from '../queries.ts'
import classes from './recovery.module.css'

export interface ResetPanelProps {
  /** Of the opened link; null: there was none. */
  token: string | null
  onAsk: () => void
  onInvalid: () => void
  onDone: () => void
}

export function ResetPanel({ token, onAsk, onInvalid, onDone }: ResetPanelProps) {
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
  const [form, setForm] = useState(EMPTY_RESET)
  const { element, field, show } = useFields(form, setForm, resetErrorsWithout)
  const reset = useResetPassword()
  const failure = reset.error ? failureSentence(reset.error, text.resetFailure) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reset.isPending) return
    if (show(validateReset(form))) return
    reset.mutate(
      { token, newPassword: form.newPassword },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (isInvalidToken(error)) return onInvalid()
          show(serverErrors(error, EMPTY_RESET))
        },
      },
    )
  }

  const password = (name: keyof Form) => ({
    ...field(name),
    ...passwordField('new-password', text.showPassword),
  })

  return (
    <form ref={element} className={entry.form} onSubmit={submit} noValidate>
      {failure !== null && <FailureBox title={text.resetErrorTitle}>{failure}</FailureBox>}
      <PasswordInput label={text.newPassword} description={text.passwordHint} {...password('newPassword')} />
      <PasswordInput label={text.confirmPassword} {...password('confirmPassword')} />
      <p className={classes.hint}>{text.resetHint}</p>
      <Button type="submit" size="lg" fullWidth aria-disabled={reset.isPending}>
        {reset.isPending ? text.resetPending : text.resetSubmit}
      </Button>
    </form>
  )
}

function Done() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={entry.form}>
      <div className={classes.outcome}>
        <CircleCheckBig size={40} aria-hidden="true" />
        <h2 ref={heading} tabIndex={-1}>
          {text.doneTitle}
        </h2>
        <p>{text.done}</p>
      </div>
      <Button component={Link} href="/auth" size="lg" fullWidth>
        {text.signIn}
      </Button>
    </div>
  )
}
