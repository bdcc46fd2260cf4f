import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changePassword } from '../../../api/account.ts'
import { errorsWithout, serverErrors } from '../../../lib/field-errors.ts'
import { accountText as text } from '../../../text/account.ts'
import { passwordField } from '../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'
import { EMPTY_PASSWORD, type PasswordForm as Form, failureSentence, validatePassword } from '../model.ts'
import classes from './account.module.css'

export interface PasswordFormProps {
  username: string
  onDone: () => void
  /** Without it there is no way round. */
  onCancel?: () => void
}

/** Sets the own password; the other sessions end. */
export function PasswordForm({ username, onDone, onCancel }: PasswordFormProps) {
  const [form, setForm] = useState(EMPTY_PASSWORD)
  const { element, field, show } = useFields(form, setForm, (errors, edited) =>
    errorsWithout(errors, edited, text.passwordsDiffer),
  )
  const change = useMutation({ mutationFn: changePassword })
  const failure = change.error ? failureSentence(change.error, text.passwordFailure) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || show(validatePassword(form))) return
    const { currentPassword, newPassword } = form
    change.mutate(
      { currentPassword, newPassword },
      { onSuccess: onDone, onError: (error) => show(serverErrors(error, EMPTY_PASSWORD)) },
    )
  }

  const password = (name: keyof Form, autoComplete: 'current-password' | 'new-password') => ({
    ...field(name),
    ...passwordField(autoComplete, text.showPassword),
  })
  const save = (
    <Button type="submit" size={onCancel ? 'md' : 'lg'} aria-disabled={change.isPending}>
      {change.isPending ? text.saving : text.savePassword}
    </Button>
  )

  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      {failure !== null && <FailureBox>{failure}</FailureBox>}
      {/* For the password manager. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordInput label={text.currentPassword} {...password('currentPassword', 'current-password')} />
      <PasswordInput
        label={text.newPassword}
        description={text.passwordHint}
        {...password('newPassword', 'new-password')}
      />
      <PasswordInput label={text.confirmPassword} {...password('confirmPassword', 'new-password')} />
      <p className={classes.hint}>{text.passwordNote}</p>
      {onCancel ? (
        <FormButtons cancel={text.cancel} onCancel={onCancel} busy={change.isPending}>
          {save}
        </FormButtons>
      ) : (
        save
      )}
    </form>
  )
}
