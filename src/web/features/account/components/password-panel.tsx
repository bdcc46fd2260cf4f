import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../../api/account.ts'
import { accountText as text } from '../../../text/account.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './account.module.css'
import { PasswordForm } from './password-form.tsx'

export function PasswordPanel({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-password">
      <h2 id="account-password">{text.passwordTitle}</h2>
      {open ? (
        <PasswordForm
          username={username}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            toast({ title: text.passwordDone, description: text.passwordDoneHint, id: 'own-password' })
            void client.invalidateQueries(accountQuery)
          }}
        />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {text.changePassword}
        </Button>
      )}
    </Panel>
  )
}
