import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { passwordField } from '../form/account-fields.ts'
import { FailureBox } from '../form/failure-box.tsx'
import { FormButtons } from '../form/form-buttons.tsx'
import type { ProofWords, SecondFactorCalls } from './calls.ts'
import CodeField from './code-field.tsx'
import classes from './second-factor.module.css'
import { useProven } from './use-proven.ts'

interface CodeFormProps<Answer> {
  calls: SecondFactorCalls
  proof: ProofWords
  hint: ReactNode
  submit: string
  dangerous?: boolean
  /** No recovery codes exist yet. */
  first?: boolean
  call: (code: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onCancel: () => void
}

/** Asks for a code, and for the password or key where the server wants it again. */
export function CodeForm<Answer>({
  calls,
  proof: words,
  hint,
  submit,
  dangerous = false,
  first = false,
  call,
  onDone,
  onCancel,
}: CodeFormProps<Answer>) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { proof, busy, failure, forget, run } = useProven(calls)
  const field = useRef<HTMLInputElement>(null)

  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') return field.current?.focus()
    run(() => call(code), onDone)
  }

  return (
    <form className={classes.form} onSubmit={send} noValidate>
      {failure !== null && <FailureBox>{failure}</FailureBox>}
      {typeof hint === 'string' ? <p className={classes.hint}>{hint}</p> : hint}
      <CodeField
        ref={field}
        first={first}
        value={code}
        error={missing ? text.codeRequired : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setMissing(false)
          forget()
        }}
      />
      {proof.asked && (
        <PasswordInput
          label={words.label}
          description={text.passwordHint}
          {...passwordField('current-password', words.show)}
          {...proof.field}
        />
      )}
      <FormButtons cancel={text.cancel} onCancel={onCancel} busy={busy}>
        <Button type="submit" aria-disabled={busy} {...(dangerous ? { color: 'red' } : {})}>
          {busy ? text.working : submit}
        </Button>
      </FormButtons>
    </form>
  )
}
