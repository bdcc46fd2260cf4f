import { Checkbox } from '@mantine/core'

/** With a password for somebody else: whether they have to choose their own at the first login. */
export function OwnPasswordBox({
  words,
  checked,
  onChange,
}: {
  words: Record<'askOwn' | 'askOwnHint', string>
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Checkbox
      size="md"
      label={words.askOwn}
      description={words.askOwnHint}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
