import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { bringToasts } from '../toast/toast-host.ts'
import classes from './dialog.module.css'
import { withoutEscape } from './without-escape.ts'

export interface DialogProps {
  opened: boolean
  /** Escape, the backdrop, or the phone's back gesture. */
  onClose: () => void
  title: string
  /** Its controls come and go: the dialog itself takes the focus, so that none of them loses it. */
  changing?: boolean
  /** Two columns where there is room. */
  wide?: boolean
  children: ReactNode
}

/** How many operations within a dialog are pending. */
const Work = createContext({ current: 0 })

/** Prevents dismissal of the surrounding dialog while `working`, so that the result of the work is seen. */
export function useHoldOpen(working: boolean): void {
  const work = useContext(Work)
  useLayoutEffect(() => {
    if (!working) return
    work.current++
    const release = withoutEscape()
    return () => {
      release()
      work.current--
    }
  }, [work, working])
}

/** A modal dialog; on a phone a sheet at the bottom. The first control gets the focus: make it the harmless one. */
export function Dialog({ opened, onClose, title, changing = false, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const work = useRef(0)
  const pressedOutside = useRef(false)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = element.current
    if (!opened || !dialog) return
    dialog.showModal()
    if (changing) dialog.focus()
    const release = bringToasts(dialog)
    return () => {
      dialog.close()
      release()
    }
  }, [opened, changing])

  const dismiss = () => {
    if (work.current === 0) onClose()
  }
  // Selecting text from a field to beyond the edge also ends on the backdrop.
  const onBackdrop = (event: MouseEvent) => {
    if (pressedOutside.current && event.target === event.currentTarget) dismiss()
  }
  // The browser fires `cancel` once and then closes by itself, at the second Escape or the second 'back' of a phone.
  const onClosed = ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
    if (!opened || dialog.open) return
    if (work.current > 0) dialog.showModal()
    else onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape, which `onCancel` handles
    <dialog
      ref={element}
      className={classes.dialog}
      data-wide={wide || undefined}
      aria-labelledby={titleId}
      tabIndex={-1}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={onBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        dismiss()
      }}
      onClose={onClosed}
    >
      {opened && (
        <Work value={work}>
          <div className={classes.content}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            {children}
          </div>
        </Work>
      )}
    </dialog>
  )
}
