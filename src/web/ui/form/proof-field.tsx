import { PasswordInput } from '@mantine/core'
import { passwordField } from './account-fields.ts'
import type { useProof } from './use-proof.ts'

/** Asks for the password, or a key, while the server wants it again. `show`: names the button that shows it. */
export function ProofField({
  proof,
  label,
  hint,
  show,
}: {
  proof: Pick<ReturnType<typeof useProof>, 'asked' | 'field'>
  label: string
  hint: string
  show?: string | undefined
}) {
  if (!proof.asked) return null
  return (
    <PasswordInput
      label={label}
      description={hint}
      {...passwordField('current-password', show)}
      {...proof.field}
    />
  )
}
