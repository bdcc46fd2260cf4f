import { Button, PasswordInput, TextInput } from '@mantine/core'
import { DISPLAY_NAME_FIELD, passwordField, USERNAME_FIELD } from './account-fields.ts'
import { FailureBox } from './failure-box.tsx'
import { OwnPasswordBox } from './own-password-box.tsx'
import type { useFields } from './use-fields.ts'

/** The fields of another person's new account. Offers free names when the wanted one is taken. */
export function NewAccount<
  Form extends { username: string; displayName: string; password: string; mustChangePassword: boolean },
>({
  words,
  form,
  fields: { change, field },
  failure,
  onRetry,
}: {
  words: Record<
    'username' | 'fullName' | 'password' | 'passwordHint' | 'suggestions' | 'askOwn' | 'askOwnHint',
    string
  >
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
          {failure.suggestions.length > 0 && <span>{words.suggestions}</span>}
          {failure.suggestions.map((name) => (
            <Button key={name} variant="default" onClick={() => choose(name)}>
              {name}
            </Button>
          ))}
        </FailureBox>
      )}
      <TextInput label={words.username} {...USERNAME_FIELD} {...field('username')} />
      <TextInput label={words.fullName} {...DISPLAY_NAME_FIELD} {...field('displayName')} />
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        {...passwordField('new-password')}
        {...field('password')}
      />
      <OwnPasswordBox
        words={words}
        checked={form.mustChangePassword}
        onChange={(checked) => change('mustChangePassword', checked as Form['mustChangePassword'])}
      />
    </>
  )
}
