import { TextInput } from '@mantine/core'
import { PASSWORD } from '#domain/account/fields'
import { accountsText } from '../../../../text/accounts.ts'
import { operatorsText as text } from '../../../../text/desk.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { PHONE_FIELD } from '../../../../ui/form/account-fields.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { NewAccount } from '../../../../ui/form/new-account.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { EMPTY_OPERATOR, type NewOperator, operatorPayload, validateOperator } from '../model.ts'
import { useCreateOperator } from '../queries.ts'

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

  const submit = () => {
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
    <Form
      ref={fields.element}
      failure={blocked !== null && text.limitBlocks(blocked)}
      submit={text.create}
      working={text.creating}
      disabled={blocked !== null}
      busy={create.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <NewAccount
        askOwnHint={text.askOwnHint}
        min={PASSWORD.minForOperator}
        form={draft}
        fields={fields}
        failure={blocked === null ? create.error : null}
        onRetry={create.reset}
      />
      <TextInput label={accountsText.phone} {...PHONE_FIELD} {...fields.field('phone')} />
    </Form>
  )
}
