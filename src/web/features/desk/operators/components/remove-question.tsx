import { provePassword } from '../../../../api/account.ts'
import { operatorsText as text } from '../../../../text/desk.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { ProofField } from '../../../../ui/form/proof-field.tsx'
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

  const submit = () =>
    void proof.first(() =>
      remove.mutate(operator.id, {
        onSuccess: onClose,
        onError: ({ needsProof }) => needsProof && proof.ask(),
      }),
    )

  return (
    <Form
      failure={!proof.asked && remove.error?.message}
      submit={text.remove}
      working={text.removing}
      dangerous
      busy={remove.isPending || proof.busy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <p className={classes.question}>{text.removeQuestion(operator.displayName, operator.username)}</p>
      <p className={classes.note}>{text.removeNote}</p>
      <ProofField proof={proof} label={text.ownPassword} hint={text.ownPasswordHint} />
    </Form>
  )
}
