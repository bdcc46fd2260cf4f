import { Button, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { operatorsText as text } from '../../../../text/desk.ts'
import { Dialog, useHoldOpen } from '../../../../ui/dialog/dialog.tsx'
import { PHONE_FIELD } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import { NewAccount } from '../../../../ui/form/new-account.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { EMPTY_OPERATOR, type NewOperator, operatorPayload, validateOperator } from '../model.ts'
import { useCreateOperator } from '../queries.ts'
import classes from './operators.module.css'

export interface AddDialogProps {
  opened: boolean
  draft: NewOperator
  onDraft: (draft: NewOperator) => void
  /** The limit, when it has been reached; null: there is room. */
  blocked: number | null
  onClose: () => void
}

export function AddDialog({ opened, onClose, ...form }: AddDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.addTitle}>
      <AddForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function AddForm({ draft, onDraft, blocked, onClose }: Omit<AddDialogProps, 'opened'>) {
  const fields = useFields(draft, (update) => onDraft(update(draft)))
  const create = useCreateOperator()
  useHoldOpen(create.isPending)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || blocked !== null) return
    if (fields.show(validateOperator(draft))) return
    create.mutate(operatorPayload(draft), {
      onSuccess: () => {
        onDraft(EMPTY_OPERATOR)
        onClose()
      },
      onError: ({ fields: refused }) => fields.show(refused),
    })
  }

  return (
    <form ref={fields.element} className={classes.form} onSubmit={submit} noValidate>
      {blocked !== null && <FailureBox>{text.limitBlocks(blocked)}</FailureBox>}
      <NewAccount
        words={{ ...text, fullName: text.displayName }}
        form={draft}
        fields={fields}
        failure={blocked === null ? create.error : null}
        onRetry={create.reset}
      />
      <TextInput label={text.phone} {...PHONE_FIELD} {...fields.field('phone')} />
      <FormButtons cancel={text.cancel} onCancel={onClose} busy={create.isPending}>
        <Button type="submit" disabled={blocked !== null} aria-disabled={create.isPending}>
          {create.isPending ? text.creating : text.create}
        </Button>
      </FormButtons>
    </form>
  )
}
