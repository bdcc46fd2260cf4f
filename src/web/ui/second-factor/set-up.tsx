import { useState } from 'react'
import type { SecondFactorSetup } from '#contract/http/second-factor'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { QrCode } from '../data/qr-code.tsx'
import { Form } from '../form/form.tsx'
import { ProofField } from '../form/proof-field.tsx'
import type { ProofWords, SecondFactorCalls } from './calls.ts'
import { CodeForm } from './code-form.tsx'
import classes from './second-factor.module.css'
import { useProven } from './use-proven.ts'

interface SetUpProps {
  calls: SecondFactorCalls
  proof: ProofWords
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** Gives the authenticator app its secret, then asks for a first code. */
export function SetUp({ onDone, ...form }: SetUpProps) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  if (setup === null) return <Begin {...form} onBegun={setSetup} />
  return (
    <CodeForm
      {...form}
      hint={<Secret setup={setup} />}
      submit={text.confirm}
      first
      call={form.calls.confirm}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    />
  )
}

function Begin({
  calls,
  proof: words,
  onBegun,
  onCancel,
}: Omit<SetUpProps, 'onDone'> & { onBegun: (setup: SecondFactorSetup) => void }) {
  const { proof, busy, failure, run } = useProven(calls)
  return (
    <Form
      className={classes.form}
      failure={failure}
      submit={text.next}
      working={text.working}
      busy={busy}
      onSubmit={() => run(calls.begin, onBegun)}
      onCancel={onCancel}
    >
      <p className={classes.hint}>{text.setUpHint}</p>
      <ProofField proof={proof} {...words} hint={text.passwordHint} />
    </Form>
  )
}

function Secret({ setup: { secret, uri } }: { setup: SecondFactorSetup }) {
  return (
    <>
      <p className={classes.hint}>{text.scan}</p>
      <QrCode content={uri} label={text.qr} />
      <p className={classes.hint}>
        {text.byHand}: <code className={classes.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  )
}
