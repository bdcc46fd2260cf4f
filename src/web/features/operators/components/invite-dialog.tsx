import { Button, Loader, TextInput } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { encode } from 'uqr'
import type { InvitationResponse } from '#contract/http/operators'
import { formatDateTime } from '../../../lib/time/date-time.ts'
import { serverNow } from '../../../lib/time/server-clock.ts'
import { operatorsText as text } from '../../../text/operators.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { qrPath } from '../model.ts'
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
    <Dialog opened={opened} onClose={onClose} title={text.inviteTitle}>
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
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}

function Link({ invitation: { url, expiresAt } }: { invitation: InvitationResponse }) {
  return (
    <>
      <Code content={url} />
      <p className={classes.note}>{text.inviteScan}</p>
      <div className={classes.link}>
        <TextInput
          label={text.inviteLink}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton content={url} />
      </div>
      <p className={classes.validity}>{text.validUntil(formatDateTime(expiresAt))}</p>
    </>
  )
}

/** White in both colour schemes: scanners look for the quiet zone. */
function Code({ content }: { content: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(content, { ecc: 'M', border: 4 })
    return { size: code.size, path: qrPath(code.data) }
  }, [content])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={text.inviteQr}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

const COPIED_MS = 3000

function CopyButton({ content }: { content: string }) {
  const [copied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), COPIED_MS)

  const copy = async () => {
    try {
      // Absent on plain http, which the network of a yard may use.
      await navigator.clipboard.writeText(content)
      setCopied(true)
      start()
      toast({ title: text.linkCopied, id: 'invitation-copied' })
    } catch {
      toastFailure('invitation-copied', text.copyFailed, text.copyByHand)
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <Button leftSection={<Icon size={18} aria-hidden="true" />} px={14} onClick={() => void copy()}>
      {copied ? text.copied : text.copy}
    </Button>
  )
}
