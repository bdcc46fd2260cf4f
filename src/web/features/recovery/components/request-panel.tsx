import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type FieldErrors, serverErrors } from '../../../lib/field-errors.ts'
import { recoveryText as text } from '../../../text/recovery.ts'
import { fromServer } from '../../../text/wire.ts'
import entry from '../../../ui/entry-page.module.css'
import { FailureBox } from '../../../ui/failure-box.tsx'
import { focusFirstError } from '../../../ui/focus-first-error.ts'
import {
  EMPTY_REQUEST,
  type RequestForm as Form,
  failureSentence,
  requestPayload,
  validateRequest,
} from '../model.ts'
import { useRequestLink } from '../queries.ts'
import classes from './recovery.module.css'
import { SentConfirmation } from './sent-confirmation.tsx'
import { WhomToAsk } from './whom-to-ask.tsx'

/** Asks for a link, and says that it is on its way. `invalidLink`: one was opened that no longer works. */
export function RequestPanel({ invalidLink, onSent }: { invalidLink: boolean; onSent: () => void }) {
  const [form, setForm] = useState(EMPTY_REQUEST)
  const [errors, setErrors] = useState<FieldErrors<Form>>({})
  const [times, setTimes] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const link = useRequestLink()
  const failure = link.error ? failureSentence(link.error, text.requestFailure) : null

  const change = (field: keyof Form, value: string) => {
    setForm((old) => ({ ...old, [field]: value }))
    // Either field answers what was missing.
    setErrors({})
  }

  const send = () => {
    if (link.isPending) return
    link.mutate(requestPayload(form), {
      onSuccess: () => {
        setTimes((old) => old + 1)
        onSent()
      },
      onError: (error) => {
        const wrong = serverErrors(error, EMPTY_REQUEST)
        setErrors(wrong)
        focusFirstError(element.current, wrong)
      },
    })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = validateRequest(form)
    setErrors(wrong)
    if (!focusFirstError(element.current, wrong)) send()
  }

  if (times > 0) {
    return (
      <SentConfirmation
        message={link.data ? fromServer(link.data.message) : text.sent}
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
      <p className={classes.hint}>{text.requestHint}</p>
      <TextInput
        name="username"
        label={text.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={form.username}
        error={errors.username}
        onChange={(event) => change('username', event.currentTarget.value)}
      />
      <TextInput
        name="email"
        label={text.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={form.email}
        error={errors.email}
        onChange={(event) => change('email', event.currentTarget.value)}
      />
      <Button type="submit" size="lg" fullWidth aria-disabled={link.isPending}>
        {link.isPending ? text.requestPending : text.requestSubmit}
      </Button>
      <WhomToAsk />
    </form>
  )
}
