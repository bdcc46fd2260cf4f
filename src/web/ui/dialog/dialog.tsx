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
  children: ReactNode
}

/** How many things within a dialog are under way. */
const Work = createContext({ current: 0 })

/**
 * While `working`, the dialog around the caller cannot be dismissed: closed, it would look cancelled, and nobody would
 * be told how it ended. Whoever closes it by a button of their own keeps that shut as well.
 */
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

/**
 * A modal dialog on the browser's own <dialog>: focus trap, Escape, inert background and the way back of the focus are
 * the browser's, and cost nothing to download. On a phone it is a sheet at the bottom, under the thumb. The first
 * control in it gets the focus: let that be the harmless one.
 */
export function Dialog({ opened, onClose, title, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const work = useRef(0)
  const pressedOutside = useRef(false)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = element.current
    if (!opened || !dialog) return
    dialog.showModal()
    const release = bringToasts(dialog)
    return () => {
      dialog.close()
      release()
    }
  }, [opened])

  const dismiss = () => {
    if (work.current === 0) onClose()
  }
  // A text marked from within a field to beyond the edge ends on the backdrop too.
  const onBackdrop = (event: MouseEvent) => {
    if (pressedOutside.current && event.target === event.currentTarget) dismiss()
  }
  // The browser asks once and then closes by itself: at the second Escape, at a phone's second way back.
  const onClosed = ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
    if (!opened || dialog.open) return
    if (work.current > 0) dialog.showModal()
    else onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which `onCancel` hears
    <dialog
      ref={element}
      className={classes.dialog}
      aria-labelledby={titleId}
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
