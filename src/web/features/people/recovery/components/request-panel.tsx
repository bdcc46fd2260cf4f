import { Button, TextInput } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useProductConfig } from '../../../../api/product-config.ts'
import { serverErrors } from '../../../../lib/field-errors.ts'
import { accountsText } from '../../../../text/accounts.ts'
import { worded } from '../../../../text/messages.ts'
import { recoveryText as text } from '../../../../text/recovery.ts'
import { OWN_EMAIL_FIELD, OWN_USERNAME_FIELD } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import entry from '../../../../ui/page/entry-page.module.css'
import { Outcome } from '../../../../ui/page/outcome.tsx'
import { EMPTY_REQUEST, failureSentence, requestPayload, validateRequest } from '../model.ts'
import { useRequestLink } from '../queries.ts'
import classes from './recovery.module.css'

/** Asks for a link. `invalidLink`: one was opened that is no longer valid. */
export function RequestPanel({ invalidLink, onSent }: { invalidLink: boolean; onSent: () => void }) {
  const [form, setForm] = useState(EMPTY_REQUEST)
  // Either field is enough, so editing one clears both errors.
  const { element, field, show } = useFields(form, setForm, () => ({}))
  const [times, setTimes] = useState(0)
  const link = useRequestLink()
  const failure = link.error ? failureSentence(link.error, text.requestFailure) : null

  const send = () => {
    if (link.isPending) return
    link.mutate(requestPayload(form), {
      onSuccess: () => {
        setTimes((old) => old + 1)
        onSent()
      },
      onError: (error) => show(serverErrors(error, EMPTY_REQUEST)),
    })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!show(validateRequest(form))) send()
  }

  if (times > 0) {
    return (
      <SentConfirmation
        message={link.data ? worded(link.data) : text.sent}
        again={times > 1}
        pending={link.isPending}
        failure={failure}
        onRetry={send}
        onOtherData={() => {
          setTimes(0)
          link.reset()
        }}
      />
    )
  }
  return (
    <form ref={element} className={entry.form} onSubmit={submit} noValidate>
      {failure !== null && <FailureBox title={text.requestErrorTitle}>{failure}</FailureBox>}
      {failure === null && invalidLink && (
        <FailureBox kind="warning" title={text.invalidTitle}>
          {text.invalidToken}
        </FailureBox>
      )}
      <p className={entry.hint}>{text.requestHint}</p>
      <TextInput
        label={accountsText.username}
        {...OWN_USERNAME_FIELD}
        maxLength={100}
        {...field('username')}
      />
      <TextInput label={accountsText.email} {...OWN_EMAIL_FIELD} {...field('email')} />
      <Button type="submit" size="lg" fullWidth aria-disabled={link.isPending}>
        {link.isPending ? text.requestPending : text.requestSubmit}
      </Button>
      <WhomToAsk />
    </form>
  )
}

/** For drivers whose account has no email address: most were created by their supervisor. */
function WhomToAsk() {
  const email = useProductConfig()?.supportEmail
  return (
    <section className={classes.ask}>
      <h2>{text.noEmailTitle}</h2>
      <p>{text.noEmail}</p>
      {/* Rendered empty while the address loads, so that nothing shifts. */}
      <p className={classes.support}>
        {email !== undefined && (
          <>
            {text.support} <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
    </section>
  )
}

interface SentConfirmationProps {
  message: string
  /** It was sent more than once. */
  again: boolean
  pending: boolean
  failure: string | null
  onRetry: () => void
  onOtherData: () => void
}

function SentConfirmation({ message, again, pending, failure, onRetry, onOtherData }: SentConfirmationProps) {
  return (
    <div className={entry.form}>
      <Outcome Icon={MailCheck} title={text.sentTitle}>
        {message}
      </Outcome>
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
      <WhomToAsk />
    </div>
  )
}
