import { Button, PasswordInput, TextInput } from '@mantine/core'
import { PASSWORD } from '#domain/account/fields'
import { accountsText as text } from '../../text/page.ts'
import { DISPLAY_NAME_FIELD, passwordField, USERNAME_FIELD } from './account-fields.ts'
import { FailureBox } from './failure-box.tsx'
import { OwnPasswordBox } from './own-password-box.tsx'
import type { useFields } from './use-fields.ts'

/** The fields of another person's new account. Offers free names when the wanted one is taken. */
export function NewAccount<
  Form extends { username: string; displayName: string; password: string; mustChangePassword: boolean },
>({
  askOwnHint,
  form,
  fields: { change, field },
  failure,
  onRetry,
}: {
  askOwnHint: string
  form: Form
  fields: ReturnType<typeof useFields<Form>>
  failure: (Error & { readonly suggestions: readonly string[] }) | null
  /** A free name was chosen: the failure no longer holds. */
  onRetry: () => void
}) {
  const choose = (name: string) => {
    change('username', name as Form['username'])
    onRetry()
  }
  return (
    <>
      {failure && (
        <FailureBox>
          <span>{failure.message}</span>
          {failure.suggestions.length > 0 && <span>{text.takenSuggestions}</span>}
          {failure.suggestions.map((name) => (
            <Button key={name} variant="default" onClick={() => choose(name)}>
              {name}
            </Button>
          ))}
        </FailureBox>
      )}
      <TextInput label={text.username} {...USERNAME_FIELD} {...field('username')} />
      <TextInput label={text.displayName} {...DISPLAY_NAME_FIELD} {...field('displayName')} />
      <PasswordInput
        label={text.password}
        description={text.passwordHint(PASSWORD.min)}
        {...passwordField('new-password')}
        {...field('password')}
      />
      <OwnPasswordBox
        hint={askOwnHint}
        checked={form.mustChangePassword}
        onChange={(checked) => change('mustChangePassword', checked as Form['mustChangePassword'])}
      />
    </>
  )
}
