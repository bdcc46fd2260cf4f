import { operatorsText as text } from '../../../text/operators.ts'

export const passwordToggle = { 'aria-label': text.showPassword, tabIndex: 0, 'aria-hidden': false } as const

/** Moves the focus to the first field of `form` that has an error; false when none has. */
export function focusFirstError(form: HTMLFormElement, errors: Readonly<Record<string, unknown>>): boolean {
  const wrong = Object.keys(errors).filter((name) => errors[name] !== undefined)
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && wrong.includes(field.name)) {
      field.focus()
      break
    }
  }
  return wrong.length > 0
}
