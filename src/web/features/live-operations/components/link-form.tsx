import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { LINK_LEVELS, LINK_NAME, type LinkLevel } from '#domain/container/share-link'
import { operationLinksText as text } from '../../../text/operation-links.ts'
import { useHoldOpen } from '../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../ui/form/failure-box.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'
import { useCreateLink } from '../links.ts'
import classes from './links-dialog.module.css'

const DAYS = [1, 7, 30, 90]
const EMPTY = { name: '', level: 'times' as LinkLevel, tellsArrival: true, days: 7 }

/** A further link: for whom, how much it shows, and for how long. */
export function LinkForm({ operationKey }: { operationKey: string }) {
  const [form, setForm] = useState(EMPTY)
  const fields = useFields(form, setForm)
  const create = useCreateLink(operationKey)
  useHoldOpen(create.isPending)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const name = form.name.trim()
    if (fields.show(name === '' ? { name: text.nameRequired } : {})) return
    create.mutate({ ...form, name }, { onSuccess: () => setForm(EMPTY) })
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
      {create.error && <FailureBox>{create.error.message}</FailureBox>}
      <TextInput
        label={text.name}
        description={text.nameHint}
        maxLength={LINK_NAME.max}
        autoComplete="off"
        {...fields.field('name')}
      />
      <div className={classes.choices}>
        <NativeSelect
          size="md"
          label={text.level}
          value={form.level}
          data={LINK_LEVELS.map((level) => ({ value: level, label: text.levels[level] }))}
          onChange={({ currentTarget }) => fields.change('level', currentTarget.value as LinkLevel)}
        />
        <NativeSelect
          size="md"
          label={text.days}
          value={String(form.days)}
          data={DAYS.map((days) => ({ value: String(days), label: text.daysOption(days) }))}
          onChange={({ currentTarget }) => fields.change('days', Number(currentTarget.value))}
        />
      </div>
      {form.level !== 'status' && (
        <Checkbox
          size="md"
          label={text.tellsArrival}
          checked={form.tellsArrival}
          onChange={({ currentTarget }) => fields.change('tellsArrival', currentTarget.checked)}
        />
      )}
      <Button type="submit" aria-disabled={create.isPending}>
        {create.isPending ? text.creating : text.create}
      </Button>
    </form>
  )
}
