import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { CreateSupervisorRequest } from '#contract/http/admin'
import { adminText } from '../../../text/admin.ts'
import { adminUsersText as text } from '../../../text/admin-users.ts'
import { Dialog, useHoldOpen } from '../../../ui/dialog.tsx'
import { FailureBox } from '../../../ui/failure-box.tsx'
import { passwordToggle } from '../../../ui/password-toggle.ts'
import { useFields } from '../../../ui/use-fields.ts'
import { EMPTY_SUPERVISOR, isComplete, supervisorPayload } from '../model.ts'
import { useCreateSupervisor } from '../queries.ts'
import classes from './users.module.css'

export interface CreateDialogProps {
  opened: boolean
  draft: CreateSupervisorRequest
  onDraft: (draft: CreateSupervisorRequest) => void
  onClose: () => void
}

/** 'Nuevo Supervisor'. The server decides what is right; its words stand at the fields. */
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

  const suggestions = create.error?.suggestions ?? []

  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      {create.error && (
        <FailureBox>
          <span>{create.error.message}</span>
          {suggestions.length > 0 && (
            <>
              <span>{text.suggestions}</span>
              <div className={classes.suggestions}>
                {suggestions.map((name) => (
                  <Button
                    key={name}
                    variant="default"
                    onClick={() => {
                      change('username', name)
                      create.reset()
                    }}
                  >
                    {name}
                  </Button>
                ))}
              </div>
            </>
          )}
        </FailureBox>
      )}
      <TextInput
        label={text.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        {...field('username')}
      />
      <TextInput label={text.fullName} autoComplete="off" maxLength={120} {...field('displayName')} />
      <PasswordInput
        label={text.password}
        description={text.passwordHint}
        autoComplete="new-password"
        visibilityToggleButtonProps={passwordToggle(text.showPassword)}
        {...field('password')}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={create.isPending} onClick={onClose}>
          {adminText.cancel}
        </Button>
        <Button type="submit" disabled={!complete} aria-disabled={!complete || create.isPending}>
          {create.isPending ? text.creating : text.create}
        </Button>
      </div>
    </form>
  )
}
