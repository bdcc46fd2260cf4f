import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { withoutEscape } from '../dialog/without-escape.ts'
import classes from './cover.module.css'
import { Mark } from './mark.tsx'

interface CoverProps {
  on: boolean
  /** Of the heading: unique on the page. */
  id: string
  title: string
  /** False: a field of `children` takes the focus. */
  focusTitle?: boolean
  children: ReactNode
}

/** Covers the page while `on`. Modal, so that the page below is inert but stays mounted with what was typed. */
export function Cover({ on, id, title, focusTitle = true, children }: CoverProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    const dialog = element.current
    if (!on) return
    dialog?.showModal()
    if (focusTitle) heading.current?.focus()
    const release = withoutEscape()
    return () => {
      release()
      dialog?.close()
    }
  }, [on, focusTitle])

  return (
    <dialog
      ref={element}
      className={classes.screen}
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      onClose={() => {
        // The second 'back' of a phone closes a dialog in spite of `onCancel`.
        if (on && element.current?.isConnected && !element.current.open) element.current.showModal()
      }}
    >
      {on && (
        <div className={classes.content}>
          <Mark size={64} />
          <h1 ref={heading} id={id} className={classes.title} tabIndex={focusTitle ? -1 : undefined}>
            {title}
          </h1>
          {children}
        </div>
      )}
    </dialog>
  )
}
