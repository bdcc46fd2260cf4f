import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { commonText } from '../../../../text/page.ts'
import { CloseButton } from '../../../../ui/dialog/close-button.tsx'
import { bringToasts } from '../../../../ui/toast/toast-host.ts'
import classes from './drawer.module.css'

/** A drawer at the right edge, mounted while it is open. The native <dialog> handles focus, Escape and the inert page. */
export function Drawer({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    const release = bringToasts(dialog)
    return () => {
      dialog.close()
      release()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which `onCancel` hears
    <dialog
      ref={element}
      className={classes.drawer}
      aria-labelledby={titleId}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.frame}>
        <header className={classes.head}>
          <h2 id={titleId}>{title}</h2>
          <CloseButton label={commonText.close} onClose={onClose} />
        </header>
        <div className={classes.body}>{children}</div>
      </div>
    </dialog>
  )
}
