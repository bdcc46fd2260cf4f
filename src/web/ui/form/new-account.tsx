import { Button, TextInput } from '@mantine/core'
import { accountsText as text } from '../../text/accounts.ts'
import { DISPLAY_NAME_FIELD, USERNAME_FIELD } from './account-fields.ts'
import { FailureBox } from './failure-box.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { OwnPasswordBox } from './own-password-box.tsx'
import type { useFields } from './use-fields.ts'

/** The fields of another person's new account. Offers free names when the wanted one is taken. */
export function NewAccount<
  Form extends { username: string; displayName: string; password: string; mustChangePassword: boolean },
>({
  askOwnHint,
  min,
  form,
  fields: { change, field },
  failure,
  onRetry,
}: {
  askOwnHint: string
  /** Characters of the password, at least. */
  min: number
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
      <NewPasswordField label={text.password} min={min} username={form.username} {...field('password')} />
      <OwnPasswordBox
        hint={askOwnHint}
        checked={form.mustChangePassword}
        onChange={(checked) => change('mustChangePassword', checked as Form['mustChangePassword'])}
      />
    </>
  )
}
