import { notifications } from '@mantine/notifications'
import { createElement, type ReactNode } from 'react'
import { commonText } from '../../text/page.ts'
import { ToastBody } from './toast-body.tsx'
import { loadToasts } from './toaster.tsx'

export interface Toast {
  title: string
  description?: string
  /** `destructive`: a failure, which stays longer. */
  variant?: 'default' | 'destructive'
  action?: { label: string; onPress: () => void }
  /** The same id replaces the toast. Different attempts must not share one: a late failure would hide a success. */
  id?: string
  /** Milliseconds on the screen; by default 4 s, and 8 s for failures and toasts with an action. */
  durationMs?: number
}

let count = 0

/** Shows a notification: bottom right on wide screens, at the top on narrow ones. */
export function toast({ title, description, variant = 'default', action, id, durationMs }: Toast): void {
  loadToasts()
  const failed = variant === 'destructive'
  if (id !== undefined) notifications.hide(id)
  const shown = notifications.show({
    ...(id === undefined ? {} : { id }),
    title,
    message: message(description, action, () => notifications.hide(shown)),
    color: failed ? 'red' : 'acarreo',
    // Mantine restarts its timer only when the time differs: one millisecond more gives a replacement its whole time.
    autoClose: (durationMs ?? (failed || action ? 8000 : 4000)) + (count++ % 2),
    role: failed ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': commonText.closeToast, size: 44 },
  })
}

/** Shows a failure. `id` as in `Toast`. */
export const toastFailure = (id: string, title: string, description: string): void =>
  toast({ id, title, description, variant: 'destructive' })

/** Hides a toast that is no longer true. */
export const hideToast = (id: string): void => {
  notifications.hide(id)
}

function message(text: string | undefined, action: Toast['action'], close: () => void): ReactNode {
  if (!action) return text
  const onPress = () => {
    close()
    action.onPress()
  }
  return createElement(ToastBody, { ...(text === undefined ? {} : { text }), label: action.label, onPress })
}
