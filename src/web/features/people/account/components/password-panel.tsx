import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PASSWORD } from '#domain/account/fields'
import { accountQuery, changePassword } from '../../../../api/account.ts'
import { userQuery } from '../../../../api/session.ts'
import { accountText as text } from '../../../../text/account.ts'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { NewPasswordForm } from '../../../../ui/form/new-password-form.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { failureSentence } from '../model.ts'
import classes from './account.module.css'

export function PasswordPanel({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const change = useMutation({ mutationFn: changePassword })
  const failure = change.error ? failureSentence(change.error, text.passwordFailure) : null
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-password">
      <h2 id="account-password">{text.passwordTitle}</h2>
      {open ? (
        <NewPasswordForm
          className={classes.form}
          words={{ ...text, save: text.savePassword }}
          min={PASSWORD.min}
          username={username}
          change={change}
          failure={failure !== null && <FailureBox>{failure}</FailureBox>}
          onCancel={() => {
            setOpen(false)
            change.reset()
          }}
          onDone={() => {
            setOpen(false)
            toast({ title: text.passwordDone, description: text.passwordDoneHint, id: 'own-password' })
            void client.invalidateQueries(accountQuery)
            // It may have been a given one.
            void client.invalidateQueries(userQuery)
          }}
        >
          <p className={classes.hint}>{text.passwordNote}</p>
        </NewPasswordForm>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {text.changePassword}
        </Button>
      )}
    </Panel>
  )
}
