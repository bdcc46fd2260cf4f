import { Button, Checkbox, PasswordInput, Radio, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Role } from '#domain/account/role'
import { accountsText as text } from '../../../text/accounts.ts'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { passwordToggle } from '../../../ui/form/password-toggle.ts'
import { useFields } from '../../../ui/form/use-fields.ts'
import entry from '../../../ui/page/entry-page.module.css'
import {
  EMPTY_REGISTRATION,
  registrationErrorsWithout,
  registrationPayload,
  validateRegistration,
} from '../model.ts'
import { useRegister } from '../queries.ts'
import classes from './auth.module.css'
import { TermsLink } from './terms-link.tsx'
import { UsernameTaken } from './username-taken.tsx'

const toggle = passwordToggle(text.showPassword)

/** `invitation`: a valid token; the account becomes an operator of its supervisor. */
export function RegisterForm({ invitation = null }: { invitation?: string | null }) {
  const [form, setForm] = useState(EMPTY_REGISTRATION)
  const { element, errors, change, field, show } = useFields(form, setForm, registrationErrorsWithout)
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
      <TextInput
        label={text.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <TextInput label={text.displayName} autoComplete="name" {...field('displayName')} />
      <TextInput
        label={text.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        {...field('email')}
      />
      <TextInput label={text.phone} type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
      <PasswordInput
        label={text.password}
        description={text.passwordHint}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...field('password')}
      />
      <PasswordInput
        label={text.confirmPassword}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
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
            <Radio
              size="md"
              value="supervisor"
              label={text.roleSupervisor}
              description={text.roleSupervisorHint}
              className={classes.choice}
            />
            <Radio
              size="md"
              value="operator"
              label={text.roleOperator}
              description={text.roleOperatorHint}
              className={classes.choice}
            />
          </div>
        </Radio.Group>
      )}
      <div className={classes.accept}>
        <Checkbox
          size="md"
          name="acceptedTerms"
          label={text.acceptTerms}
          checked={form.acceptedTerms}
          error={errors.acceptedTerms}
          onChange={(event) => change('acceptedTerms', event.currentTarget.checked)}
        />
        <TermsLink>{text.readTerms}</TermsLink>
      </div>
      <Button type="submit" size="lg" fullWidth aria-disabled={register.isPending}>
        {register.isPending ? text.registerPending : text.registerSubmit}
      </Button>
    </form>
  )
}
