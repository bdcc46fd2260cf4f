import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { CreateSupervisorRequest } from '#contract/http/admin'
import { adminText } from '../../../text/admin.ts'
import { adminUsersText as text } from '../../../text/admin-users.ts'
import { Dialog, useHoldOpen } from '../../../ui/dialog/dialog.tsx'
import { AccountFailure } from '../../../ui/form/account-failure.tsx'
import { DISPLAY_NAME_FIELD, passwordField, USERNAME_FIELD } from '../../../ui/form/account-fields.ts'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'
import { EMPTY_SUPERVISOR, isComplete, supervisorPayload } from './model.ts'
import { useCreateSupervisor } from './queries.ts'
import classes from './users.module.css'

export interface CreateDialogProps {
  opened: boolean
  draft: CreateSupervisorRequest
  onDraft: (draft: CreateSupervisorRequest) => void
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
  const { element, change, field, show } = useFields(draft, (update) => onDraft(update(draft)))
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
      onError: ({ fields }) => show(fields),
    })
  }

  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      {create.error && (
        <AccountFailure
          failure={create.error}
          title={text.suggestions}
          onChoose={(name) => {
            change('username', name)
            create.reset()
          }}
        />
      )}
      <TextInput label={text.username} {...USERNAME_FIELD} {...field('username')} />
      <TextInput label={text.fullName} {...DISPLAY_NAME_FIELD} {...field('displayName')} />
      <PasswordInput
        label={text.password}
        description={text.passwordHint}
        {...passwordField('new-password', text.showPassword)}
        {...field('password')}
      />
      <FormButtons cancel={adminText.cancel} onCancel={onClose} busy={create.isPending}>
        <Button type="submit" disabled={!complete} aria-disabled={!complete || create.isPending}>
          {create.isPending ? text.creating : text.create}
        </Button>
      </FormButtons>
    </form>
  )
}
