import { Button } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { recoveryText as text } from '../../../text/recovery.ts'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import entry from '../../../ui/page/entry-page.module.css'
import classes from './recovery.module.css'

export interface SentConfirmationProps {
  message: string
  /** It was sent more than once. */
  again: boolean
  pending: boolean
  failure: string | null
  onRetry: () => void
  onOtherData: () => void
}

export function SentConfirmation({
  message,
  again,
  pending,
  failure,
  onRetry,
  onOtherData,
}: SentConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={entry.form}>
      <div className={classes.outcome}>
        <MailCheck size={40} aria-hidden="true" />
        <h2 ref={heading} tabIndex={-1}>
          {text.sentTitle}
        </h2>
        <p>{message}</p>
      </div>
      <ul className={classes.steps}>
        {text.sentSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p className={classes.again} role="status">
        {again && failure === null ? text.sentAgain : ''}
      </p>
      {failure !== null && <FailureBox title={text.requestErrorTitle}>{failure}</FailureBox>}
      <Button variant="default" fullWidth onClick={onRetry} aria-disabled={pending}>
        {pending ? text.requestPending : text.again}
      </Button>
      <Button variant="subtle" fullWidth onClick={onOtherData}>
        {text.otherData}
      </Button>
    </div>
  )
}
