import { type ReactNode, useRef, useState } from 'react'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { Form } from '../form/form.tsx'
import { ProofField } from '../form/proof-field.tsx'
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
  cancel?: string
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
  ...way
}: CodeFormProps<Answer>) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { proof, busy, failure, forget, run } = useProven(calls)
  const field = useRef<HTMLInputElement>(null)

  const send = () => {
    setMissing(code.trim() === '')
    if (code.trim() === '') return field.current?.focus()
    run(() => call(code), onDone)
  }

  return (
    <Form
      className={classes.form}
      failure={failure}
      submit={submit}
      working={text.working}
      dangerous={dangerous}
      busy={busy}
      onSubmit={send}
      {...way}
    >
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
      <ProofField proof={proof} {...words} hint={text.passwordHint} />
    </Form>
  )
}
