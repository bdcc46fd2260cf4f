import { Button } from '@mantine/core'
import { operationText as text } from '../../../../text/driver.ts'
import { commonText } from '../../../../text/page.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import classes from './dialogs.module.css'

/** Asks the driver before an action. */
export function ConfirmDialog({
  title,
  question,
  cancel = commonText.cancel,
  confirm,
  dangerous = false,
  pending = false,
  opened,
  onClose,
  onConfirm,
}: {
  opened: boolean
  title: string
  question: string
  cancel?: string
  confirm: string
  dangerous?: boolean
  pending?: boolean
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <p className={classes.text}>{question}</p>
      <FormButtons large cancel={cancel} onCancel={onClose} busy={pending}>
        <Button size="lg" {...(dangerous ? { color: 'red' } : {})} onClick={onConfirm} disabled={pending}>
          {pending ? text.processing : confirm}
        </Button>
      </FormButtons>
    </Dialog>
  )
}
