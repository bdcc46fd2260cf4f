import { Button, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AdminFailure } from '../../../../api/admin/failure.ts'
import { proveAdminKey } from '../../../../api/admin/login.ts'
import { removeSecondFactor } from '../../../../api/admin/second-factor.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { usersQuery } from '../../../../api/admin/users.ts'
import { secondFactorText as text } from '../../../../text/second-factor.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { passwordField } from '../../../../ui/form/account-fields.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import { useProven } from '../../../../ui/second-factor/use-proven.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { invalidate } from '../pending.ts'
import type { FoundUser } from './model.ts'
import classes from './users.module.css'
import { Who } from './who.tsx'

/** For a supervisor who has lost phone and recovery codes. */
export function RemoveSecondFactor({ user }: { user: FoundUser }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {text.remove}
      </Button>
      <Dialog opened={open} onClose={close} title={text.removeTitle}>
        <Question user={user} onClose={close} />
      </Dialog>
    </>
  )
}

const proving = {
  prove: proveAdminKey,
  needsProof: (error: unknown) => error instanceof AdminFailure && error.needsProof,
  sentence: (error: unknown) => (error instanceof Error ? error.message : text.failed),
}

function Question({ user, onClose }: { user: FoundUser; onClose: () => void }) {
  const client = useQueryClient()
  const { proof, busy, failure, run } = useProven(proving)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(
      () => removeSecondFactor(user.row.id),
      () => {
        onClose()
        toast({ title: text.removed, id: 'second-factor-removed' })
        void invalidate(client, usersQuery.queryKey, auditKey)
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure !== null && <FailureBox>{failure}</FailureBox>}
      <Who user={user} />
      <p className={classes.note}>{text.removeNote}</p>
      {proof.asked && (
        <PasswordInput
          label={text.key}
          description={text.passwordHint}
          {...passwordField('current-password', text.showKey)}
          {...proof.field}
        />
      )}
      <FormButtons cancel={text.cancel} onCancel={onClose} busy={busy}>
        <Button type="submit" color="red" aria-disabled={busy}>
          {busy ? text.working : text.removeSubmit}
        </Button>
      </FormButtons>
    </form>
  )
}
