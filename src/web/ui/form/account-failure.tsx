import { Button } from '@mantine/core'
import { FailureBox } from './failure-box.tsx'

export interface AccountFailureProps {
  failure: Error & { readonly suggestions: readonly string[] }
  /** Stands above the free names. */
  title: string
  onChoose: (username: string) => void
}

/** Why an account could not be made; offers free names where the wanted one is taken. */
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
