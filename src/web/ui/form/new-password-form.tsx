import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorsWithout, serverErrors } from '../../lib/field-errors.ts'
import { accountsText as text } from '../../text/accounts.ts'
import { passwordField } from './account-fields.ts'
import { FormButtons } from './form-buttons.tsx'
import { EMPTY_NEW_PASSWORD, type NewPassword, newPasswordErrors } from './new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useFields } from './use-fields.ts'

export interface NewPasswordFormProps {
  /** With `currentPassword` and `currentRequired` the form asks for the current one too. */
  words: {
    save: string
    saving: string
    passwordHint?: string
    currentPassword?: string | undefined
    currentRequired?: string | undefined
  }
  /** Characters, at least. */
  min: number
  /** Whose password it is, for the password manager. */
  username?: string | undefined
  change: {
    isPending: boolean
    mutate: (
      passwords: Pick<NewPassword, 'currentPassword' | 'newPassword'>,
      heard: { onSuccess: () => void; onError: (error: unknown) => void },
    ) => void
  }
  /** Above the fields. */
  failure: ReactNode
  onDone: () => void
  onFailed?: (error: unknown) => void
  /** Without it there is no way round. */
  onCancel?: () => void
  className: string | undefined
  /** What the change brings, above the button. */
  children?: ReactNode
}

/** Sets a new password, typed twice. */
export function NewPasswordForm({
  words,
  min,
  username,
  change,
  failure,
  onDone,
  onFailed,
  onCancel,
  className,
  children,
}: NewPasswordFormProps) {
  const [form, setForm] = useState(EMPTY_NEW_PASSWORD)
  const { element, field, show } = useFields(form, setForm, (errors, edited) =>
    errorsWithout(errors, edited, text.passwordsDiffer),
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || show(newPasswordErrors(form, min, words.currentRequired))) return
    const { currentPassword, newPassword } = form
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: onDone,
        onError: (error) => {
          show(serverErrors(error, EMPTY_NEW_PASSWORD))
          onFailed?.(error)
        },
      },
    )
  }

  const password = (name: keyof NewPassword, autoComplete: 'current-password' | 'new-password') => ({
    ...field(name),
    ...passwordField(autoComplete),
  })
  const save = (
    <Button type="submit" size={onCancel ? 'md' : 'lg'} fullWidth aria-disabled={change.isPending}>
      {change.isPending ? words.saving : words.save}
    </Button>
  )

  return (
    <form ref={element} className={className} onSubmit={submit} noValidate>
      {failure}
      {username !== undefined && (
        <input type="hidden" name="username" autoComplete="username" value={username} />
      )}
      {words.currentPassword !== undefined && (
        <PasswordInput label={words.currentPassword} {...password('currentPassword', 'current-password')} />
      )}
      <NewPasswordField
        label={text.newPassword}
        hint={words.passwordHint}
        min={min}
        username={username}
        {...field('newPassword')}
      />
      <PasswordInput label={text.confirmPassword} {...password('confirmPassword', 'new-password')} />
      {children}
      {onCancel ? (
        <FormButtons onCancel={onCancel} busy={change.isPending}>
          {save}
        </FormButtons>
      ) : (
        save
      )}
    </form>
  )
}
