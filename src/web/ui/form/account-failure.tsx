import { Button } from '@mantine/core'
import { FailureBox } from './failure-box.tsx'

export interface AccountFailureProps {
  failure: Error & { readonly suggestions: readonly string[] }
  /** The heading of the free names. */
  title: string
  onChoose: (username: string) => void
}

/** Why an account could not be created. Offers free names when the wanted one is taken. */
export function AccountFailure({ failure: { message, suggestions }, title, onChoose }: AccountFailureProps) {
  return (
    <FailureBox>
      <span>{message}</span>
      {suggestions.length > 0 && <span>{title}</span>}
      {suggestions.map((name) => (
        <Button key={name} variant="default" onClick={() => onChoose(name)}>
          {name}
        </Button>
      ))}
    </FailureBox>
  )
}
