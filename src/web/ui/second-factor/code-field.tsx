import { TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { LinkButton } from '../panel/link-button.tsx'
import classes from './second-factor.module.css'

/** The code of a second factor: six digits of the app or, unless `first`, a recovery code, which needs other keys. */
export default function CodeField({
  first = false,
  ...field
}: { first?: boolean } & ComponentProps<typeof TextInput>) {
  const [recovery, setRecovery] = useState(false)
  return (
    <div className={classes.code}>
      <TextInput
        {...(recovery
          ? { label: text.recoveryCode, description: text.recoveryHint, autoComplete: 'off' }
          : {
              label: text.code,
              description: text.codeHint,
              autoComplete: 'one-time-code',
              inputMode: 'numeric',
            })}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...field}
      />
      {!first && (
        <LinkButton onClick={() => setRecovery(!recovery)}>
          {recovery ? text.useApp : text.useRecovery}
        </LinkButton>
      )}
    </div>
  )
}
