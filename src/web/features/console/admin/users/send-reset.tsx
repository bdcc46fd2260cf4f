import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { sendReset } from '../../../../api/admin/users.ts'
import { adminUsersText as text } from '../../../../text/console.ts'
import { worded } from '../../../../text/messages.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { invalidate } from '../pending.ts'
import classes from './users.module.css'

/** Sends an account's owner the link with which they choose another password. */
export function SendReset({ id }: { id: number }) {
  const client = useQueryClient()
  const send = useMutation<Awaited<ReturnType<typeof sendReset>>, AdminFailure>({
    mutationFn: () => sendReset(id),
    onSettled: () => invalidate(client, auditKey),
  })
  return (
    <div className={classes.reset}>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {text.resetSend}
      </Button>
      {send.error && <FailureBox>{send.error.message}</FailureBox>}
      <p role="status">{send.data && worded(send.data)}</p>
    </div>
  )
}
