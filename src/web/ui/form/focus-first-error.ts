/** Moves the focus to the first field of `form` that has an error; false when none has. */
export function focusFirstError(
  form: HTMLFormElement | null,
  errors: Readonly<Record<string, unknown>>,
): boolean {
  const wrong = Object.keys(errors).filter((name) => errors[name] !== undefined)
  if (wrong.length === 0) return false
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement && wrong.includes(field.name)) {
      field.focus()
      break
    }
  }
  return true
}
