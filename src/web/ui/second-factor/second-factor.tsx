import { Button } from '@mantine/core'
import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import type { SecondFactorResponse } from '#contract/http/second-factor'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { toast } from '../toast/toast.ts'
import type { ProofWords, SecondFactorCalls } from './calls.ts'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'
import { SetUp } from './set-up.tsx'

/** `codes`: new recovery codes that have not been kept yet. */
type Open = { kind: 'on' | 'renew' | 'off' } | { kind: 'codes'; codes: readonly string[] } | null

const TITLES = {
  on: text.setUpTitle,
  renew: text.renewTitle,
  off: text.offTitle,
  codes: text.codesTitle,
}
const TOAST = 'second-factor'

export interface SecondFactorProps {
  state: SecondFactorResponse
  calls: SecondFactorCalls
  proof: ProofWords
  words: { hint: string; offHint: string }
}

/** Shows whether two-step verification is on, and changes it. */
export function SecondFactor({ state, calls, proof, words }: SecondFactorProps) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const show = (codes: readonly string[]) => {
    calls.changed()
    setOpen({ kind: 'codes', codes })
  }
  const form = { calls, proof, onCancel: close }

  return (
    <>
      {state.on ? (
        <p className={classes.state} data-few={state.recoveryCodesLeft < 3 || undefined}>
          <CircleCheckBig size={20} />
          <strong>{text.on}</strong>
          <span>{text.codesLeft(state.recoveryCodesLeft)}</span>
        </p>
      ) : (
        <p className={classes.hint}>{words.hint}</p>
      )}
      <div className={classes.buttons}>
        {state.on ? (
          <>
            <Button variant="default" onClick={() => setOpen({ kind: 'renew' })}>
              {text.renew}
            </Button>
            <Button variant="default" onClick={() => setOpen({ kind: 'off' })}>
              {text.switchOff}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setOpen({ kind: 'on' })}>
            {text.switchOn}
          </Button>
        )}
      </div>
      <Dialog opened={open !== null} onClose={close} title={open ? TITLES[open.kind] : ''}>
        {open?.kind === 'on' && (
          <SetUp
            {...form}
            onDone={(codes) => {
              toast({ title: text.switchedOn, id: TOAST })
              show(codes)
            }}
          />
        )}
        {open?.kind === 'renew' && (
          <CodeForm
            {...form}
            hint={text.renewHint}
            submit={text.renewSubmit}
            call={calls.renew}
            onDone={({ recoveryCodes }) => show(recoveryCodes)}
          />
        )}
        {open?.kind === 'off' && (
          <CodeForm
            {...form}
            hint={words.offHint}
            submit={text.switchOff}
            dangerous
            call={calls.switchOff}
            onDone={() => {
              close()
              toast({ title: text.switchedOff, id: TOAST })
              calls.changed()
            }}
          />
        )}
        {open?.kind === 'codes' && <RecoveryCodes codes={open.codes} onKept={close} />}
      </Dialog>
    </>
  )
}
