import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { operatorsText as text } from '../../../text/operators.ts'
import { Dialog, useHoldOpen } from '../../../ui/dialog.tsx'
import { FailureBox } from '../../../ui/failure-box.tsx'
import { passwordToggle } from '../../../ui/password-toggle.ts'
import { useFields } from '../../../ui/use-fields.ts'
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
  const { element, change, field, show } = useFields(draft, (update) => onDraft(update(draft)))
  const create = useCreateOperator()
  useHoldOpen(create.isPending)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || blocked !== null) return
    if (show(validateOperator(draft))) return
    create.mutate(operatorPayload(draft), {
      onSuccess: () => {
        onDraft(EMPTY_OPERATOR)
        onClose()
      },
      onError: ({ fields }) => show(fields),
    })
  }

  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      {blocked !== null && <FailureBox>{text.limitBlocks(blocked)}</FailureBox>}
      {blocked === null && create.error && (
        <FailureBox>
          <span>{create.error.message}</span>
          {create.error.suggestions.length > 0 && (
            <>
              <span>{text.suggestions}</span>
              <div className={classes.suggestions}>
                {create.error.suggestions.map((name) => (
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
      <TextInput label={text.displayName} autoComplete="off" maxLength={120} {...field('displayName')} />
      <PasswordInput
        label={text.password}
        description={text.passwordHint}
        autoComplete="new-password"
        visibilityToggleButtonProps={passwordToggle(text.showPassword)}
        {...field('password')}
      />
      <TextInput
        label={text.phone}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        {...field('phone')}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={create.isPending} onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" disabled={blocked !== null} aria-disabled={create.isPending}>
          {create.isPending ? text.creating : text.create}
        </Button>
      </div>
    </form>
  )
}
