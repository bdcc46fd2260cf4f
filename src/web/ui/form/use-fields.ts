import { useRef, useState } from 'react'
import { errorsWithout, type FieldErrors } from '../../lib/field-errors.ts'
import { focusFirstError } from './focus-first-error.ts'

/**
 * The fields of a form and what is wrong with them. A field that is being corrected loses its error; `without` says
 * which errors are left where one answers for another.
 */
export function useFields<Form extends object>(
  form: Form,
  setForm: (update: (old: Form) => Form) => void,
  without: (errors: FieldErrors<Form>, field: keyof Form) => FieldErrors<Form> = errorsWithout,
) {
  const [errors, setErrors] = useState<FieldErrors<Form>>({})
  /** To be given to the form's element. */
  const element = useRef<HTMLFormElement>(null)

  const change = <Field extends keyof Form>(field: Field, value: Form[Field]) => {
    setForm((old) => ({ ...old, [field]: value }))
    setErrors((old) => without(old, field))
  }

  /** Says at the fields what is wrong and moves the focus to the first of them; false: nothing is. */
  const show = (wrong: FieldErrors<Form>): boolean => {
    setErrors(wrong)
    return focusFirstError(element.current, wrong)
  }

  /** Props of a text field. */
  const field = <Field extends keyof Form>(name: Field) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change(name, event.currentTarget.value as Form[Field]),
  })

  return { element, errors, change, field, show }
}
