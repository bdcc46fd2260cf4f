import { Checkbox } from '@mantine/core'
import { accountsText } from '../../text/accounts.ts'

/** With a password for somebody else: whether they have to choose their own at the first login. */
export function OwnPasswordBox({
  hint,
  checked,
  onChange,
}: {
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Checkbox
      size="md"
      label={accountsText.askOwn}
      description={hint}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
