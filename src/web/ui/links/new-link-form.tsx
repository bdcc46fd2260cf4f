import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { LINK_NAME } from '#domain/container/share-link'
import { operationLinksText as text } from '../../text/desk.ts'
import { useHoldOpen } from '../dialog/dialog.tsx'
import { FailureBox } from '../form/failure-box.tsx'
import { useFields } from '../form/use-fields.ts'
import classes from './new-link-form.module.css'

/** A further link: for whom and for how long. `children`: how much it shows. What was typed stays until `onSuccess`. */
export function NewLinkForm({
  days,
  usualDays,
  nameHint,
  failure = null,
  creating,
  onCreate,
  children,
}: {
  days: readonly number[]
  usualDays: number
  nameHint: string
  failure?: string | null
  creating: boolean
  onCreate: (link: { name: string; days: number }, onSuccess: () => void) => void
  children?: ReactNode
}) {
  const empty = { name: '', days: usualDays }
  const [form, setForm] = useState(empty)
  const fields = useFields(form, setForm)
  useHoldOpen(creating)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (creating) return
    const name = form.name.trim()
    if (fields.show(name === '' ? { name: text.nameRequired } : {})) return
    onCreate({ ...form, name }, () => setForm(empty))
  }

  return (
    <form
      ref={fields.element}
      className={classes.form}
      onSubmit={submit}
      noValidate
      aria-labelledby="new-link"
    >
      <h3 id="new-link">{text.newLink}</h3>
      {failure !== null && <FailureBox>{failure}</FailureBox>}
      <TextInput
        label={text.name}
        description={nameHint}
        maxLength={LINK_NAME.max}
        autoComplete="off"
        {...fields.field('name')}
      />
      {children}
      <NativeSelect
        size="md"
        label={text.days}
        value={String(form.days)}
        data={days.map((each) => ({ value: String(each), label: text.daysOption(each) }))}
        onChange={({ currentTarget }) => fields.change('days', Number(currentTarget.value))}
      />
      <Button type="submit" aria-disabled={creating}>
        {creating ? text.creating : text.create}
      </Button>
    </form>
  )
}
