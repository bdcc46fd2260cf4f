import { Button } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { commonText } from '../../text/page.ts'
import { useHoldOpen } from '../dialog/dialog.tsx'
import { FailureBox } from './failure-box.tsx'
import classes from './form.module.css'
import { FormButtons } from './form-buttons.tsx'

export interface FormProps {
  ref?: Ref<HTMLFormElement>
  /** Lays out the content; without it in a column. */
  className?: string | undefined
  /** -1: it takes the focus itself. */
  tabIndex?: -1
  /** Why the last try failed; `failed` says what. */
  failure?: ReactNode
  failed?: string
  children: ReactNode
  /** The word of the button that continues, and that of its work. */
  submit?: string
  working?: string
  /** What was sent is not answered: nothing is sent again, and the dialog around stays open. */
  busy?: boolean
  /** It cannot be undone. */
  dangerous?: boolean
  /** There is nothing to send. */
  disabled?: boolean
  onSubmit: () => void
  cancel?: string
  onCancel: () => void
}

/** A form, or a question with its answer, in a dialog or in place: what failed, the fields, cancel and continue. */
export function Form({
  ref,
  className = classes.form,
  tabIndex,
  failure,
  failed,
  children,
  submit = commonText.save,
  working = commonText.saving,
  busy = false,
  dangerous = false,
  disabled = false,
  onSubmit,
  cancel,
  onCancel,
}: FormProps) {
  useHoldOpen(busy)
  return (
    <form
      ref={ref}
      className={className}
      tabIndex={tabIndex}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !disabled) onSubmit()
      }}
      noValidate
    >
      {failure && <FailureBox title={failed}>{failure}</FailureBox>}
      {children}
      <FormButtons cancel={cancel} onCancel={onCancel} busy={busy}>
        <Button
          type="submit"
          {...(dangerous ? { color: 'red' } : {})}
          disabled={disabled}
          aria-disabled={disabled || busy}
        >
          {busy ? working : submit}
        </Button>
      </FormButtons>
    </form>
  )
}
