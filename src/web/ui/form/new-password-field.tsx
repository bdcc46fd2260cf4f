import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { PASSWORD } from '#domain/account/fields'
import { STRENGTHS, strengthOf } from '#domain/account/password-strength'
import { accountsText as text } from '../../text/accounts.ts'
import { passwordField } from './account-fields.ts'
import classes from './new-password-field.module.css'

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordInput>, 'value'> {
  /** Characters, at least. */
  min: number
  /** Whose password it is; must not be in it. */
  username?: string | undefined
  /** In place of how long it should be. */
  hint?: string | undefined
  value: string
}

/** A password that somebody makes up, with a meter of its strength. */
export function NewPasswordField({ min, username = '', hint, ...input }: NewPasswordFieldProps) {
  const { value } = input
  const strength = strengthOf(value, { min, username })
  return (
    <div>
      <PasswordInput
        description={hint ?? text.passwordHint(min, PASSWORD.recommended)}
        {...passwordField('new-password')}
        {...input}
      />
      {value !== '' && (
        <p className={classes.strength}>
          <meter
            aria-label={text.passwordStrength}
            min={0}
            max={STRENGTHS.length}
            low={2.5}
            high={3.5}
            optimum={STRENGTHS.length}
            value={STRENGTHS.indexOf(strength) + 1}
          />
          <span role="status">{text.passwordStrengths[strength]}</span>
        </p>
      )}
    </div>
  )
}
