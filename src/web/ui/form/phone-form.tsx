import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { phoneViolation } from '#domain/account/fields'
import { found, serverErrors, violationText } from '../../lib/field-errors.ts'
import { Form } from './form.tsx'
import { useFields } from './use-fields.ts'

/** Changes a telephone; an empty one removes it. */
export function PhoneForm({
  phone,
  words,
  className,
  failure,
  busy,
  onSave,
  onCancel,
}: {
  phone: string | null
  words: { newPhone: string; newPhoneHint: string; savePhone: string; saving: string }
  className?: string | undefined
  failure: string | null
  busy: boolean
  onSave: (body: { phone: string }, result: { onError: (error: Error) => void }) => void
  onCancel: () => void
}) {
  const [form, setForm] = useState({ phone: phone ?? '' })
  const { element, field, show } = useFields(form, setForm)
  const submit = () => {
    const wanted = form.phone.trim()
    if (show(found({ phone: violationText(phoneViolation(wanted)) }))) return
    onSave({ phone: wanted }, { onError: (error) => show(serverErrors(error, form)) })
  }
  return (
    <Form
      ref={element}
      {...(className ? { className } : {})}
      failure={failure}
      submit={words.savePhone}
      working={words.saving}
      busy={busy}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextInput
        label={words.newPhone}
        description={words.newPhoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...field('phone')}
      />
    </Form>
  )
}
