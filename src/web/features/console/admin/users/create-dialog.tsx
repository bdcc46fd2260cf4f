import { adminUsersText as text } from '../../../../text/console.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { NewAccount } from '../../../../ui/form/new-account.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { EMPTY_SUPERVISOR, isComplete, type NewSupervisor, supervisorPayload } from './model.ts'
import { useCreateSupervisor } from './queries.ts'

export interface CreateDialogProps {
  opened: boolean
  draft: NewSupervisor
  onDraft: (draft: NewSupervisor) => void
  onClose: () => void
}

/** 'Nuevo Supervisor'. The server validates; its messages appear at the fields. */
export function CreateDialog({ opened, onClose, ...form }: CreateDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.createTitle}>
      <CreateForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ draft, onDraft, onClose }: Omit<CreateDialogProps, 'opened'>) {
  const fields = useFields(draft, (update) => onDraft(update(draft)))
  const create = useCreateSupervisor()

  const submit = () =>
    create.mutate(supervisorPayload(draft), {
      onSuccess: () => {
        onDraft(EMPTY_SUPERVISOR)
        onClose()
      },
      onError: ({ fields: refused }) => fields.show(refused),
    })

  return (
    <Form
      ref={fields.element}
      submit={text.create}
      working={text.creating}
      disabled={!isComplete(draft)}
      busy={create.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <NewAccount words={text} form={draft} fields={fields} failure={create.error} onRetry={create.reset} />
    </Form>
  )
}
