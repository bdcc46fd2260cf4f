import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheckBig, MailWarning } from 'lucide-react'
import { useState } from 'react'
import type { AccountResponse } from '#contract/http/people/account'
import { accountQuery, changeEmail } from '../../../../api/people/account.ts'
import { serverErrors } from '../../../../lib/field-errors.ts'
import { accountText as text } from '../../../../text/account.ts'
import { OWN_EMAIL_FIELD, passwordField } from '../../../../ui/form/account-fields.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { LinkButton } from '../../../../ui/panel/link-button.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { EMPTY_EMAIL, failureSentence, validateEmail } from '../model.ts'
import { EMAIL_TOAST, useResend } from '../queries.ts'
import classes from './account.module.css'

export function EmailPanel({ account }: { account: AccountResponse }) {
  const [open, setOpen] = useState(false)
  const { email, emailConfirmed, pendingEmail } = account
  return (
    <Panel as="section" className={classes.panel} aria-labelledby="account-email">
      <h2 id="account-email">{text.emailTitle}</h2>
      {email === null && pendingEmail === null && <p className={classes.hint}>{text.noEmail}</p>}
      {email !== null && <Address email={email} proven={emailConfirmed} />}
      {pendingEmail !== null && (
        <>
          <Address email={pendingEmail} proven={false} />
          {emailConfirmed && <p className={classes.hint}>{text.pendingHint}</p>}
        </>
      )}
      {open ? (
        <EmailForm onClose={() => setOpen(false)} />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {email === null && pendingEmail === null ? text.addEmail : text.changeEmail}
        </Button>
      )}
    </Panel>
  )
}

function Address({ email, proven }: { email: string; proven: boolean }) {
  const resend = useResend()
  return (
    <div className={classes.address} data-proven={proven}>
      {proven ? <CircleCheckBig size={20} /> : <MailWarning size={20} />}
      <span className={classes.email}>{email}</span>
      {proven ? (
        <span className={classes.state}>{text.confirmed}</span>
      ) : (
        <span className={classes.state}>
          {text.unconfirmed} ·{' '}
          <LinkButton disabled={resend.isPending} onClick={() => resend.mutate()}>
            {text.resend}
          </LinkButton>
        </span>
      )}
    </div>
  )
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [form, setForm] = useState(EMPTY_EMAIL)
  const { element, field, show } = useFields(form, setForm)
  const change = useMutation({ mutationFn: changeEmail })

  const submit = () => {
    if (show(validateEmail(form))) return
    change.mutate(
      { ...form, email: form.email.trim() },
      {
        onSuccess: () => {
          onClose()
          toast({ title: text.resent, description: text.resentHint, id: EMAIL_TOAST })
          void client.invalidateQueries(accountQuery)
        },
        onError: (error) => show(serverErrors(error, EMPTY_EMAIL)),
      },
    )
  }

  return (
    <Form
      ref={element}
      className={classes.form}
      failure={change.error && failureSentence(change.error, text.emailFailure)}
      submit={text.saveEmail}
      working={text.saving}
      busy={change.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput label={text.newEmail} {...OWN_EMAIL_FIELD} {...field('email')} />
      <PasswordInput
        label={text.currentPassword}
        {...passwordField('current-password')}
        {...field('currentPassword')}
      />
      <p className={classes.hint}>{text.emailNote}</p>
    </Form>
  )
}
