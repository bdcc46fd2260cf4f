import { Button, PasswordInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { provePassword } from '../../../../api/account.ts'
import { operatorsText as text } from '../../../../text/desk.ts'
import { useHoldOpen } from '../../../../ui/dialog/dialog.tsx'
import { passwordField } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import { useProof } from '../../../../ui/form/use-proof.ts'
import { type OperatorDialogProps, operatorFailure } from '../model.ts'
import { useRemoveOperator } from '../queries.ts'
import classes from './operators.module.css'

export function RemoveQuestion({ operator, onClose }: OperatorDialogProps) {
  const remove = useRemoveOperator()
  const proof = useProof(
    (currentPassword) => provePassword({ currentPassword }),
    (error) => operatorFailure(error, text.removeFallback).message,
  )
  const busy = remove.isPending || proof.busy
  useHoldOpen(busy)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (remove.isPending) return
    void proof.first(() =>
      remove.mutate(operator.id, {
        onSuccess: onClose,
        onError: ({ needsProof }) => needsProof && proof.ask(),
      }),
    )
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {remove.error && !proof.asked && <FailureBox>{remove.error.message}</FailureBox>}
      <p className={classes.question}>{text.removeQuestion(operator.displayName, operator.username)}</p>
      <p className={classes.note}>{text.removeNote}</p>
      {proof.asked && (
        <PasswordInput
          label={text.ownPassword}
          description={text.ownPasswordHint}
          {...passwordField('current-password', text.showPassword)}
          {...proof.field}
        />
      )}
      <FormButtons cancel={text.cancel} onCancel={onClose} busy={busy}>
        <Button type="submit" color="red" aria-disabled={busy}>
          {busy ? text.removing : text.remove}
        </Button>
      </FormButtons>
    </form>
  )
}
