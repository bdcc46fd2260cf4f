import { Button } from '@mantine/core'
import type { OperatorResponse } from '#contract/http/operators'
import { operatorsText as text } from '../../../text/operators.ts'
import { Dialog, useHoldOpen } from '../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import { useRemoveOperator } from '../queries.ts'
import classes from './operators.module.css'

/** `operator` null: closed. */
export function RemoveDialog({
  operator,
  onClose,
}: {
  operator: OperatorResponse | null
  onClose: () => void
}) {
  return (
    <Dialog opened={operator !== null} onClose={onClose} title={text.removeTitle}>
      {operator && <Question operator={operator} onClose={onClose} />}
    </Dialog>
  )
}

function Question({ operator, onClose }: { operator: OperatorResponse; onClose: () => void }) {
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
