import { Button, Loader, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { InvitationResponse } from '#contract/http/people/operators'
import { formatDateTime } from '../../../../lib/time/date-time.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { operatorsText as text } from '../../../../text/desk.ts'
import { commonText } from '../../../../text/page.ts'
import { QrCode } from '../../../../ui/data/qr-code.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { CopyButton } from '../../../../ui/form/copy-button.tsx'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { useCreateInvitation, useRevokeInvitations } from '../queries.ts'
import classes from './operators.module.css'

/** The link with which drivers register themselves. Opened again, it shows the same link until it expires. */
export function InviteDialog({
  opened,
  blocked,
  onClose,
}: {
  opened: boolean
  /** The limit, when it has been reached; null: there is room. */
  blocked: number | null
  onClose: () => void
}) {
  const create = useCreateInvitation()
  // In the outer component, so that a revocation forgets the link even when the dialog was closed meanwhile.
  const revoke = useRevokeInvitations()
  const [invitation, setInvitation] = useState<InvitationResponse | null>(null)
  const ask = () => {
    if (!create.isPending) create.mutate(undefined, { onSuccess: setInvitation })
  }
  const onOpen = useEffectEvent(() => {
    if (blocked !== null) return
    if (invitation === null || Date.parse(invitation.expiresAt) <= serverNow()) ask()
  })
  useEffect(() => {
    if (opened) onOpen()
  }, [opened])

  return (
    <Dialog opened={opened} onClose={onClose} title={text.inviteTitle} changing>
      <div className={classes.form}>
        <p className={classes.note}>{text.inviteHint}</p>
        {blocked !== null ? (
          <FailureBox>
            <span>{text.limitBlocks(blocked)}</span>
            <span>{text.inviteBlocked}</span>
          </FailureBox>
        ) : create.isPending ? (
          <div className={classes.waiting}>
            <Loader role="status" aria-label={text.inviteCreating} />
          </div>
        ) : invitation ? (
          <Link invitation={invitation} />
        ) : (
          <>
            {create.error && <FailureBox>{create.error.message}</FailureBox>}
            <Button onClick={ask}>{text.inviteCreate}</Button>
          </>
        )}
        <div className={classes.revoke}>
          <span>{text.revokeHint}</span>
          <Button
            variant="default"
            loading={revoke.isPending}
            disabled={create.isPending}
            onClick={() => revoke.mutate(undefined, { onSuccess: () => setInvitation(null) })}
          >
            {text.revoke}
          </Button>
        </div>
        <Button variant="default" fullWidth onClick={onClose}>
          {commonText.close}
        </Button>
      </div>
    </Dialog>
  )
}

function Link({ invitation: { url, expiresAt } }: { invitation: InvitationResponse }) {
  return (
    <>
      <QrCode content={url} label={text.inviteQr} />
      <p className={classes.note}>{text.inviteScan}</p>
      <div className={classes.link}>
        <TextInput
          label={text.inviteLink}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton
          content={url}
          words={{
            copy: text.copy,
            copied: text.copied,
            done: text.linkCopied,
            failed: text.copyFailed,
            byHand: text.copyByHand,
          }}
        />
      </div>
      <p className={classes.validity}>{text.validUntil(formatDateTime(expiresAt))}</p>
    </>
  )
}
