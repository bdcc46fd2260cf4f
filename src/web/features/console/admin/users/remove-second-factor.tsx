import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminFailure } from '../../../../api/admin/failure.ts'
import { proveAdminKey } from '../../../../api/admin/login.ts'
import { removeSecondFactor } from '../../../../api/admin/second-factor.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { usersQuery } from '../../../../api/admin/users.ts'
import { secondFactorText as text } from '../../../../text/second-factor.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { ProofField } from '../../../../ui/form/proof-field.tsx'
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
  const submit = () =>
    run(
      () => removeSecondFactor(user.row.id),
      () => {
        onClose()
        toast({ title: text.removed, id: 'second-factor-removed' })
        void invalidate(client, usersQuery.queryKey, auditKey)
      },
    )
  return (
    <Form
      failure={failure}
      submit={text.removeSubmit}
      working={text.working}
      dangerous
      busy={busy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Who user={user} />
      <p className={classes.note}>{text.removeNote}</p>
      <ProofField proof={proof} label={text.key} hint={text.passwordHint} show={text.showKey} />
    </Form>
  )
}
