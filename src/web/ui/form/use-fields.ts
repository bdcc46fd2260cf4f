import { useRef, useState } from 'react'
import { errorsWithout, type FieldErrors } from '../../lib/field-errors.ts'

/** The values and errors of a form. `without`: the errors left when a field is edited, by default all but its own. */
export function useFields<Form extends object>(
  form: Form,
  setForm: (update: (old: Form) => Form) => void,
  without: (errors: FieldErrors<Form>, field: keyof Form) => FieldErrors<Form> = errorsWithout,
) {
  /** `refused`: the form that they were found in. */
  const [{ wrong, refused }, setWrong] = useState({ wrong: {} as FieldErrors<Form>, refused: form })
  // What has changed since is not what was refused, whatever changed it: a map fills fields, too.
  const isAsRefused = (name: string) => refused[name as keyof Form] === form[name as keyof Form]
  const errors = Object.fromEntries(
    Object.entries(wrong).filter(([name]) => isAsRefused(name)),
  ) as FieldErrors<Form>
  /** The ref of the form element. */
  const element = useRef<HTMLFormElement>(null)

  const change = <Field extends keyof Form>(field: Field, value: Form[Field]) => {
    setForm((old) => ({ ...old, [field]: value }))
    setWrong((old) => ({ ...old, wrong: without(old.wrong, field) }))
  }

  /** Shows the errors and focuses the first wrong field; false: there are none. */
  const show = (found: FieldErrors<Form>): boolean => {
    setWrong({ wrong: found, refused: form })
    return focusFirstError(element.current, found)
  }

  /** Props of a field for a text, or of a choice among texts. */
  const field = <Field extends keyof Form>(name: Field) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change(name, event.currentTarget.value as Form[Field]),
  })

  /** Props of a box or a switch. */
  const check = <Field extends keyof Form>(name: Field) => ({
    checked: form[name] as boolean,
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      change(name, event.currentTarget.checked as Form[Field]),
  })

  return { element, errors, change, field, check, show }
}

/** Moves the focus to the first field of `form` that has an error; false when none has. */
function focusFirstError(form: HTMLFormElement | null, errors: Readonly<Record<string, unknown>>): boolean {
  const wrong = Object.keys(errors).filter((name) => errors[name] !== undefined)
  if (wrong.length === 0) return false
  for (const field of form?.elements ?? []) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isField && wrong.includes(field.name)) {
      field.focus()
      break
    }
  }
  return true
}
