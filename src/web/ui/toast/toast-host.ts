/** Open modal dialogs, the one opened last at the end. */
const dialogs: HTMLDialogElement[] = []
let host: HTMLElement | null = null

function place(): void {
  const target = dialogs.at(-1) ?? document.body
  if (host && host.parentElement !== target) target.append(host)
}

/** The element that toasts are drawn in, wherever it stands just now. */
export function toastHost(): HTMLElement {
  host ??= document.createElement('div')
  place()
  return host
}

/**
 * Brings the toasts into a modal dialog until the answer is called. What is not within the dialog opened last is dimmed,
 * not read out, and cannot be pressed.
 */
export function bringToasts(dialog: HTMLDialogElement): () => void {
  dialogs.push(dialog)
  place()
  return () => {
    dialogs.splice(dialogs.lastIndexOf(dialog), 1)
    place()
  }
}
