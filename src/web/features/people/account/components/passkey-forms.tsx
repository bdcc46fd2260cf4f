import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { PASSKEY_NAME, type PasskeyResponse } from '#contract/http/passkeys'
import { provePassword } from '../../../../api/account.ts'
import { passkeySentence, proveWithPasskey, removePasskey, renamePasskey } from '../../../../api/passkeys.ts'
import { serverErrors } from '../../../../lib/field-errors.ts'
import { HttpError } from '../../../../lib/http.ts'
import { passkeysText as text } from '../../../../text/passkeys.ts'
import { useHoldOpen } from '../../../../ui/dialog/dialog.tsx'
import { passwordField } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import classes from './account.module.css'

interface FormProps {
  passkey: PasskeyResponse
  onDone: () => void
  onCancel: () => void
}

export function RenameForm({ passkey, onDone, onCancel }: FormProps) {
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string | null>(null)
  const rename = useMutation({ mutationFn: renamePasskey, onSuccess: onDone })
  useHoldOpen(rename.isPending)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending) return
    if (name.trim() === '') return setError(text.nameRequired)
    rename.mutate({ id: passkey.id, name })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {rename.error && <FailureBox>{passkeySentence(rename.error)}</FailureBox>}
      <TextInput
        label={text.name}
        maxLength={PASSKEY_NAME.max}
        value={name}
        error={error}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setError(null)
        }}
      />
      <FormButtons cancel={text.cancel} onCancel={onCancel} busy={rename.isPending}>
        <Button type="submit" aria-disabled={rename.isPending}>
          {rename.isPending ? text.saving : text.save}
        </Button>
      </FormButtons>
    </form>
  )
}

export function RemoveForm({
  passkey,
  onDone,
  onCancel,
  onNeedsProof,
}: FormProps & { onNeedsProof: () => void }) {
  const remove = useMutation({
    mutationFn: removePasskey,
    onSuccess: onDone,
    onError: (error) => error instanceof HttpError && error.code === 'proof_required' && onNeedsProof(),
  })
  useHoldOpen(remove.isPending)
  return (
    <div className={classes.form}>
      {remove.error && <FailureBox>{passkeySentence(remove.error)}</FailureBox>}
      <p>{text.removeQuestion(passkey.name)}</p>
      <p className={classes.hint}>{text.removeNote}</p>
      <FormButtons cancel={text.cancel} onCancel={onCancel} busy={remove.isPending}>
        <Button
          color="red"
          aria-disabled={remove.isPending}
          onClick={() => remove.isPending || remove.mutate(passkey.id)}
        >
          {remove.isPending ? text.removing : text.remove}
        </Button>
      </FormButtons>
    </div>
  )
}

const EMPTY = { currentPassword: '' }

/** Asks for the password, or for a passkey, before what cannot be undone. */
export function ProofForm({
  withPasskey,
  onProven,
  onCancel,
}: {
  withPasskey: boolean
  onProven: () => void
  onCancel: () => void
}) {
  const [currentPassword, setPassword] = useState('')
  // The password stays here: the query library would keep it in its cache.
  const byPassword = useMutation({
    mutationFn: () => provePassword({ currentPassword }),
    onSuccess: onProven,
  })
  const byPasskey = useMutation({ mutationFn: proveWithPasskey, onSuccess: onProven })
  const busy = byPassword.isPending || byPasskey.isPending
  useHoldOpen(busy)
  const wrong = serverErrors(byPassword.error, EMPTY).currentPassword
  const failure = byPasskey.error ?? (wrong === undefined ? byPassword.error : null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    byPasskey.reset()
    byPassword.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure && <FailureBox>{passkeySentence(failure)}</FailureBox>}
      <p className={classes.hint}>{text.proofHint}</p>
      {withPasskey && (
        <Button
          variant="default"
          leftSection={<Fingerprint size={20} />}
          aria-disabled={busy}
          onClick={() => busy || byPasskey.mutate()}
        >
          {text.proofByPasskey}
        </Button>
      )}
      <PasswordInput
        label={text.password}
        {...passwordField('current-password', text.showPassword)}
        value={currentPassword}
        error={wrong}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value)
          byPassword.reset()
        }}
      />
      <FormButtons cancel={text.cancel} onCancel={onCancel} busy={busy}>
        <Button type="submit" aria-disabled={busy}>
          {busy ? text.proofPending : text.proofSubmit}
        </Button>
      </FormButtons>
    </form>
  )
}
