import { Button } from '@mantine/core'
import { accountsText as text } from '../../../text/accounts.ts'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import classes from './auth.module.css'

export interface UsernameTakenProps {
  message: string
  suggestions: readonly string[]
  onChoose: (username: string) => void
}

/** Offers free names when the wanted one is taken. */
export function UsernameTaken({ message, suggestions, onChoose }: UsernameTakenProps) {
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
