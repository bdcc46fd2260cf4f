import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { commonText } from '../../text/page.ts'
import classes from './form-buttons.module.css'

/** The end of a form or dialog: cancel, and `children`, the larger button that continues. `large`: for drivers. */
export function FormButtons({
  cancel = commonText.cancel,
  onCancel,
  busy = false,
  large = false,
  children,
}: {
  cancel?: string | undefined
  onCancel: () => void
  /** Disables cancel. */
  busy?: boolean
  large?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.buttons} data-large={large || undefined}>
      <Button size={large ? 'lg' : 'md'} variant="default" disabled={busy} onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </div>
  )
}
