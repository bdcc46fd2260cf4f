import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { PASSKEY_NAME, type PasskeyResponse } from '#contract/http/people/passkeys'
import { provePassword } from '../../../../api/people/account.ts'
import {
  passkeySentence,
  proveWithPasskey,
  removePasskey,
  renamePasskey,
} from '../../../../api/people/passkeys.ts'
import { serverErrors } from '../../../../lib/field-errors.ts'
import { HttpError } from '../../../../lib/http.ts'
import { passkeysText as text } from '../../../../text/passkeys.ts'
import { passwordField } from '../../../../ui/form/account-fields.ts'
import { Form } from '../../../../ui/form/form.tsx'
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

  const submit = () => {
    if (name.trim() === '') return setError(text.nameRequired)
    rename.mutate({ id: passkey.id, name })
  }
  return (
    <Form
      className={classes.form}
      failure={rename.error && passkeySentence(rename.error)}
      working={text.saving}
      busy={rename.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
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
    </Form>
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
  return (
    <Form
      className={classes.form}
      failure={remove.error && passkeySentence(remove.error)}
      submit={text.remove}
      working={text.removing}
      dangerous
      busy={remove.isPending}
      onSubmit={() => remove.mutate(passkey.id)}
      onCancel={onCancel}
    >
      <p>{text.removeQuestion(passkey.name)}</p>
      <p className={classes.hint}>{text.removeNote}</p>
    </Form>
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
  const wrong = serverErrors(byPassword.error, EMPTY).currentPassword
  const failure = byPasskey.error ?? (wrong === undefined ? byPassword.error : null)

  const submit = () => {
    byPasskey.reset()
    byPassword.mutate()
  }
  return (
    <Form
      className={classes.form}
      failure={failure && passkeySentence(failure)}
      submit={text.proofSubmit}
      working={text.proofPending}
      busy={busy}
      onSubmit={submit}
      onCancel={onCancel}
    >
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
        {...passwordField('current-password')}
        value={currentPassword}
        error={wrong}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value)
          byPassword.reset()
        }}
      />
    </Form>
  )
}
