import '../../../../styles/styles-form.ts'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Mail, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { featuresQuery } from '../../../../api/entitlements.ts'
import { evidenceText, detentionText as text } from '../../../../text/desk.ts'
import { Dialog, useHoldOpen } from '../../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { useSendPack } from '../queries.ts'
import classes from './detention.module.css'

/** Sends the evidence pack of a month to the client, and marks it as sent. */
export function SendDialog({ target, onClose }: { target: PackTarget; onClose: () => void }) {
  const mayShare = useQuery(featuresQuery).data?.features.linkSharing !== false
  return (
    <Dialog opened onClose={onClose} title={text.sendTitle(target.name)}>
      {mayShare ? <Ways target={target} onClose={onClose} /> : <p>{evidenceText.linksLocked}</p>}
    </Dialog>
  )
}

function Ways({ target, onClose }: { target: PackTarget; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const send = useSendPack(target.subject)
  const pending = send.isPending && send.variables.email
  useHoldOpen(send.isPending)

  const byWhatsApp = () => {
    // Opened by the press itself: a window that opens after an answer is blocked as a pop-up.
    const opened = window.open('', '_blank')
    if (opened) opened.opener = null
    send.mutate(
      { email: null },
      {
        onSuccess: ({ url }) => {
          const message = `${text.sendMessage(target.name)} ${url}`
          const address = `https://wa.me/?text=${encodeURIComponent(message)}`
          if (opened) opened.location.href = address
          else window.location.href = address
          onClose()
        },
        onError: () => opened?.close(),
      },
    )
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) send.mutate({ email: email.trim() }, { onSuccess: onClose })
      }}
    >
      <p className={classes.soft}>{text.sendHint}</p>
      {send.error && <FailureBox>{send.error.message}</FailureBox>}
      <ToolButton
        Icon={MessageCircle}
        variant="filled"
        size="md"
        loading={pending === null}
        onClick={() => {
          if (!send.isPending) byWhatsApp()
        }}
      >
        {text.sendByWhatsApp}
      </ToolButton>
      <TextInput
        type="email"
        label={text.clientEmail}
        autoComplete="off"
        required
        maxLength={254}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <ToolButton Icon={Mail} type="submit" size="md" loading={typeof pending === 'string'}>
        {text.sendByMail}
      </ToolButton>
    </form>
  )
}
