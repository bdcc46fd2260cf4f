import { Button, Checkbox, PasswordInput, Radio, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { PASSWORD } from '#domain/account/fields'
import type { Role } from '#domain/account/role'
import { accountsText as text } from '../../../../text/accounts.ts'
import { sessionText } from '../../../../text/page.ts'
import { OWN_EMAIL_FIELD, OWN_USERNAME_FIELD, passwordField } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { NewPasswordField } from '../../../../ui/form/new-password-field.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import entry from '../../../../ui/page/entry-page.module.css'
import {
  EMPTY_REGISTRATION,
  registrationErrorsWithout,
  registrationPayload,
  validateRegistration,
} from '../model.ts'
import { useRegister } from '../queries.ts'
import classes from './auth.module.css'
import { TermsLink } from './terms-link.tsx'

const ROLES = [
  { value: 'supervisor', label: sessionText.roleSupervisor, description: text.roleSupervisorHint },
  { value: 'operator', label: sessionText.roleOperator, description: text.roleOperatorHint },
]

/** `invitation`: a valid token; the account becomes an operator of its supervisor. */
export function RegisterForm({ invitation = null }: { invitation?: string | null }) {
  const [form, setForm] = useState(EMPTY_REGISTRATION)
  const { element, errors, change, field, check, show } = useFields(form, setForm, registrationErrorsWithout)
  const register = useRegister()
  const failure = register.error

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (register.isPending) return
    if (show(validateRegistration(form))) return
    register.mutate(registrationPayload(form, invitation), { onError: ({ fields }) => show(fields) })
  }

  return (
    <form ref={element} className={entry.form} onSubmit={submit} noValidate>
      {failure?.suggestions ? (
        <UsernameTaken
          message={failure.message}
          suggestions={failure.suggestions}
          onChoose={(name) => {
            change('username', name)
            register.reset()
          }}
        />
      ) : (
        failure && <FailureBox title={text.registerErrorTitle}>{failure.message}</FailureBox>
      )}
      <TextInput label={text.username} {...OWN_USERNAME_FIELD} {...field('username')} />
      <TextInput label={text.displayName} autoComplete="name" {...field('displayName')} />
      <TextInput label={text.email} {...OWN_EMAIL_FIELD} {...field('email')} />
      <TextInput label={text.phone} type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
      <NewPasswordField
        label={text.password}
        min={PASSWORD.min}
        username={form.username}
        {...field('password')}
      />
      <PasswordInput
        label={text.confirmPassword}
        {...passwordField('new-password')}
        {...field('confirmPassword')}
      />
      {invitation === null && (
        <Radio.Group
          label={text.role}
          size="md"
          value={form.role}
          onChange={(role) => change('role', role as Role)}
        >
          <div className={classes.roles}>
            {ROLES.map((role) => (
              <Radio key={role.value} size="md" className={classes.choice} {...role} />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className={classes.accept}>
        <Checkbox
          size="md"
          name="acceptedTerms"
          label={text.acceptTerms}
          error={errors.acceptedTerms}
          {...check('acceptedTerms')}
        />
        <TermsLink>{text.readTerms}</TermsLink>
      </div>
      <Button type="submit" size="lg" fullWidth aria-disabled={register.isPending}>
        {register.isPending ? text.registerPending : text.registerSubmit}
      </Button>
    </form>
  )
}

/** Offers free names when the wanted one is taken. */
function UsernameTaken({
  message,
  suggestions,
  onChoose,
}: {
  message: string
  suggestions: readonly string[]
  onChoose: (username: string) => void
}) {
  return (
    <FailureBox kind="warning" title={text.takenTitle}>
      <p className={classes.paragraph}>{message || text.takenHint}</p>
      {suggestions.length > 0 && (
        <>
          <p className={classes.paragraph}>{text.takenSuggestions}</p>
          <div className={classes.suggestions}>
            {suggestions.map((name) => (
              <Button key={name} variant="default" onClick={() => onChoose(name)}>
                {name}
              </Button>
            ))}
          </div>
        </>
      )}
    </FailureBox>
  )
}
