import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import classes from './dialog.module.css'

export interface DialogProps {
  opened: boolean
  /** Escape, the backdrop, or the phone's back gesture. */
  onClose: () => void
  title: string
  children: ReactNode
}

/**
 * A modal dialog on the browser's own <dialog>: focus trap, Escape, inert background and the way back of the focus are
 * the browser's, and cost nothing to download. On a phone it is a sheet at the bottom, under the thumb. The first
 * control in it gets the focus: let that be the harmless one.
 */
export function Dialog({ opened, onClose, title, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = element.current
    if (opened) dialog?.showModal()
    return () => dialog?.close()
  }, [opened])

  const onBackdrop = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which `onCancel` hears
    <dialog
      ref={element}
      className={classes.dialog}
      aria-labelledby={titleId}
      onClick={onBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {opened && (
        <div className={classes.content}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  )
}
