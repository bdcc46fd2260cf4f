import { Button } from '@mantine/core'
import { operatorsText as text } from '../../../text/operators.ts'
import { useHoldOpen } from '../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import type { OperatorDialogProps } from '../model.ts'
import { useRemoveOperator } from '../queries.ts'
import classes from './operators.module.css'

export function RemoveQuestion({ operator, onClose }: OperatorDialogProps) {
  const remove = useRemoveOperator()
  useHoldOpen(remove.isPending)
  return (
    <div className={classes.form}>
      {remove.error && <FailureBox>{remove.error.message}</FailureBox>}
      <p className={classes.question}>{text.removeQuestion(operator.displayName, operator.username)}</p>
      <p className={classes.note}>{text.removeNote}</p>
      <FormButtons cancel={text.cancel} onCancel={onClose} busy={remove.isPending}>
        <Button
          color="red"
          aria-disabled={remove.isPending}
          onClick={() => {
            if (!remove.isPending) remove.mutate(operator.id, { onSuccess: onClose })
          }}
        >
          {remove.isPending ? text.removing : text.remove}
        </Button>
      </FormButtons>
    </div>
  )
}
