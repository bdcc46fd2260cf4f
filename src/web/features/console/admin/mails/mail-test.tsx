import { TextInput } from '@mantine/core'
import { CircleCheckBig, Send, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { EMAIL } from '#domain/account/fields'
import { adminMailsText as text } from '../../../../text/console.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import classes from './mails.module.css'
import { verdictOf } from './model.ts'
import { useTestMail } from './queries.ts'

/** Sends a mail to an address, and says what the mail server answered. */
export function MailTest() {
  const [email, setEmail] = useState('')
  const test = useTestMail()
  const { data, error, isPending } = test
  return (
    <Panel className={classes.card}>
      <form
        className={classes.testFields}
        aria-label={text.test}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) test.mutate(email.trim())
        }}
      >
        <TextInput
          type="email"
          label={text.testTo}
          autoComplete="email"
          required
          maxLength={EMAIL.max}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <ToolButton Icon={Send} type="submit" loading={isPending}>
          {text.test}
        </ToolButton>
      </form>
      <p className={classes.soft}>{text.testHint}</p>
      <div role="status">
        {data && !isPending && (
          <div className={classes.verdict} data-good={data.cause === null || undefined}>
            {data.cause === null ? <CircleCheckBig size={18} /> : <TriangleAlert size={18} />}
            <p>
              {verdictOf(data)}
              {data.answer !== null && (
                <small>
                  {text.answer}: <code>{data.answer}</code>
                </small>
              )}
            </p>
          </div>
        )}
      </div>
      {error && <FailureBox>{error.message}</FailureBox>}
    </Panel>
  )
}
