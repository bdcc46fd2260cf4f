import { Tabs, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PASSWORD } from '#domain/account/fields'
import { accountsText } from '../../../../text/accounts.ts'
import { operatorsText as text } from '../../../../text/desk.ts'
import { DISPLAY_NAME_FIELD, PHONE_FIELD } from '../../../../ui/form/account-fields.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { NewPasswordField } from '../../../../ui/form/new-password-field.tsx'
import { OwnPasswordBox } from '../../../../ui/form/own-password-box.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import {
  type GivenPassword,
  infoPayload,
  type OperatorDialogProps,
  type OperatorInfo,
  validateInfo,
  validatePassword,
} from '../model.ts'
import { useChangePassword, useUpdateOperator } from '../queries.ts'
import classes from './operators.module.css'

export function EditForms({ operator, onClose }: OperatorDialogProps) {
  return (
    <>
      <p className={classes.who}>
        {operator.displayName} <span>{operator.username}</span>
      </p>
      {/* keepMounted: what is typed in one tab stays while the other is open. */}
      <Tabs defaultValue="info" keepMounted>
        <Tabs.List grow aria-label={text.editTabs}>
          <Tabs.Tab value="info">{text.infoTab}</Tabs.Tab>
          <Tabs.Tab value="password">{text.passwordTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="info" pt={16}>
          <InfoForm operator={operator} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="password" pt={16}>
          <PasswordForm operator={operator} onClose={onClose} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function InfoForm({ operator, onClose }: OperatorDialogProps) {
  const [form, setForm] = useState<OperatorInfo>({
    displayName: operator.displayName,
    phone: operator.phone ?? '',
  })
  const { element, field, show } = useFields(form, setForm)
  const update = useUpdateOperator(operator.id)

  const submit = () => {
    if (show(validateInfo(form))) return
    update.mutate(infoPayload(form), { onSuccess: onClose, onError: ({ fields }) => show(fields) })
  }

  return (
    <Form
      ref={element}
      failure={update.error?.message}
      working={text.saving}
      busy={update.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput label={text.displayName} {...DISPLAY_NAME_FIELD} {...field('displayName')} />
      <TextInput label={accountsText.phone} {...PHONE_FIELD} {...field('phone')} />
    </Form>
  )
}

function PasswordForm({ operator, onClose }: OperatorDialogProps) {
  const [form, setForm] = useState<GivenPassword>({ password: '', mustChangePassword: true })
  const { element, change: set, field, show } = useFields(form, setForm)
  const change = useChangePassword(operator.id)

  const submit = () => {
    if (show(validatePassword(form))) return
    change.mutate(form, { onSuccess: onClose, onError: ({ fields }) => show(fields) })
  }

  return (
    <Form
      ref={element}
      failure={change.error?.message}
      submit={text.changePassword}
      working={text.saving}
      busy={change.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      {/* For the password manager, which would otherwise assume the supervisor's account. */}
      <input type="hidden" name="username" autoComplete="username" value={operator.username} />
      <NewPasswordField
        label={text.newPassword}
        min={PASSWORD.minForOperator}
        username={operator.username}
        {...field('password')}
      />
      <OwnPasswordBox
        hint={text.askOwnHint}
        checked={form.mustChangePassword}
        onChange={(checked) => set('mustChangePassword', checked)}
      />
      <p className={classes.note}>{text.passwordNote}</p>
    </Form>
  )
}
