import { Button } from '@mantine/core'
import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { PASSWORD } from '#domain/account/fields'
import { recoveryText as text } from '../../../../text/recovery.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { NewPasswordForm } from '../../../../ui/form/new-password-form.tsx'
import entry from '../../../../ui/page/entry-page.module.css'
import { Outcome } from '../../../../ui/page/outcome.tsx'
import { failureSentence, isInvalidToken } from '../model.ts'
import { useResetPassword } from '../queries.ts'

export interface ResetPanelProps {
  /** Of the opened link; null: there was none. */
  token: string | null
  onAsk: () => void
  onInvalid: () => void
  onDone: () => void
}

export function ResetPanel({ token, onAsk, onInvalid, onDone }: ResetPanelProps) {
  const [done, setDone] = useState(false)
  if (done) return <Done />
  if (token === null) {
    return (
      <div className={entry.form}>
        <FailureBox kind="warning" title={text.missingTitle}>
          {text.missingToken}
        </FailureBox>
        <Button variant="default" fullWidth onClick={onAsk}>
          {text.askForOne}
        </Button>
      </div>
    )
  }
  return (
    <PasswordForm
      token={token}
      onInvalid={onInvalid}
      onDone={() => {
        setDone(true)
        onDone()
      }}
    />
  )
}

function PasswordForm({
  token,
  onInvalid,
  onDone,
}: {
  token: string
  onInvalid: () => void
  onDone: () => void
}) {
  const reset = useResetPassword(token)
  const failure = reset.error ? failureSentence(reset.error, text.resetFailure) : null
  return (
    <NewPasswordForm
      className={entry.form}
      words={{ ...text, save: text.resetSubmit, saving: text.resetPending }}
      min={PASSWORD.minAfterReset}
      change={reset}
      failure={failure !== null && <FailureBox title={text.resetErrorTitle}>{failure}</FailureBox>}
      onDone={onDone}
      onFailed={(error) => isInvalidToken(error) && onInvalid()}
    >
      <p className={entry.hint}>{text.resetHint}</p>
    </NewPasswordForm>
  )
}

const Done = () => (
  <div className={entry.form}>
    <Outcome Icon={CircleCheckBig} title={text.doneTitle}>
      {text.done}
    </Outcome>
    <Button component={Link} href="/auth" size="lg" fullWidth>
      {text.signIn}
    </Button>
  </div>
)
