import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { adminText, adminUsersText as text } from '../../../../text/console.ts'
import { Dialog, useHoldOpen } from '../../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import { NewAccount } from '../../../../ui/form/new-account.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { EMPTY_SUPERVISOR, isComplete, type NewSupervisor, supervisorPayload } from './model.ts'
import { useCreateSupervisor } from './queries.ts'
import classes from './users.module.css'

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
  useHoldOpen(create.isPending)
  const complete = isComplete(draft)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!complete || create.isPending) return
    create.mutate(supervisorPayload(draft), {
      onSuccess: () => {
        onDraft(EMPTY_SUPERVISOR)
        onClose()
      },
      onError: ({ fields: refused }) => fields.show(refused),
    })
  }

  return (
    <form ref={fields.element} className={classes.form} onSubmit={submit} noValidate>
      <NewAccount words={text} form={draft} fields={fields} failure={create.error} onRetry={create.reset} />
      <FormButtons cancel={adminText.cancel} onCancel={onClose} busy={create.isPending}>
        <Button type="submit" disabled={!complete} aria-disabled={!complete || create.isPending}>
          {create.isPending ? text.creating : text.create}
        </Button>
      </FormButtons>
    </form>
  )
}
