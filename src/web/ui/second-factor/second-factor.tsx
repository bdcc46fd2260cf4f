import { Button } from '@mantine/core'
import { CircleCheckBig, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import type { SecondFactorResponse, SecondFactorSetup } from '#contract/http/people/second-factor'
import { commonText } from '../../text/page.ts'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { QrCode } from '../data/qr-code.tsx'
import { Dialog, useHoldOpen } from '../dialog/dialog.tsx'
import { CopyButton } from '../form/copy-button.tsx'
import { Form } from '../form/form.tsx'
import { ProofField } from '../form/proof-field.tsx'
import { ToolButton } from '../panel/tool-button.tsx'
import { toast } from '../toast/toast.ts'
import type { ProofWords, SecondFactorCalls } from './calls.ts'
import { CodeForm } from './code-form.tsx'
import classes from './second-factor.module.css'
import { useProven } from './use-proven.ts'

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

/** Sets it up outside of a dialog; `onDone` when the recovery codes have been kept. */
export function SetUpSecondFactor({ onDone, ...form }: Omit<SetUpProps, 'onDone'> & { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return codes === null ? (
    <SetUp {...form} onDone={setCodes} />
  ) : (
    <RecoveryCodes codes={codes} onKept={onDone} />
  )
}

/** Shown once, so only the button closes the dialog. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  useHoldOpen(true)
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{text.codesHint}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton
          variant="default"
          content={codes.join('\n')}
          words={{
            copy: text.copy,
            copied: text.copied,
            done: text.copyDone,
            failed: text.copyFailed,
            byHand: text.copyByHand,
          }}
        />
        <ToolButton Icon={Download} px={14} onClick={() => download(codes)}>
          {text.download}
        </ToolButton>
        <ToolButton Icon={Printer} px={14} onClick={() => window.print()}>
          {commonText.print}
        </ToolButton>
      </div>
      <Button size="lg" onClick={onKept}>
        {text.kept}
      </Button>
    </div>
  )
}

function download(codes: readonly string[]): void {
  const file = new Blob([[text.fileTitle, '', ...codes, ''].join('\r\n')], { type: 'text/plain' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = text.file
  link.click()
  URL.revokeObjectURL(link.href)
}

interface SetUpProps {
  calls: SecondFactorCalls
  proof: ProofWords
  onDone: (recoveryCodes: readonly string[]) => void
  /** The word of the button that does not continue. */
  cancel?: string
  onCancel: () => void
}

/** Gives the authenticator app its secret, then asks for a first code. */
function SetUp({ onDone, ...form }: SetUpProps) {
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
  ...way
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
      {...way}
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
