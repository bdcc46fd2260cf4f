import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery, changePhone } from '../../../../api/people/account.ts'
import { accountText as text } from '../../../../text/account.ts'
import { PhoneForm } from '../../../../ui/form/phone-form.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { failureSentence } from '../model.ts'
import classes from './account.module.css'

/** The telephone that a supervisor's drivers call. */
export function PhonePanel({ phone }: { phone: string | null }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: changePhone,
    onSuccess: () => {
      setOpen(false)
      toast({ title: text.phoneSaved, id: 'own-phone' })
      void client.invalidateQueries(accountQuery)
    },
  })
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-phone">
      <h2 id="account-phone">{text.phoneTitle}</h2>
      {phone !== null && <strong>{phone}</strong>}
      <p className={classes.hint}>{phone === null ? text.noPhone : text.phoneHint}</p>
      {open ? (
        <PhoneForm
          phone={phone}
          words={text}
          className={classes.form}
          failure={change.error && failureSentence(change.error, text.phoneFailure)}
          busy={change.isPending}
          onSave={change.mutate}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {phone === null ? text.addPhone : text.changePhone}
        </Button>
      )}
    </Panel>
  )
}
