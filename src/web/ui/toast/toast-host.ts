/** Open modal dialogs, the newest last. */
const dialogs: HTMLDialogElement[] = []
let host: HTMLElement | null = null

function place(): void {
  const target = dialogs.at(-1) ?? document.body
  if (host && host.parentElement !== target) target.append(host)
}

/** The element that holds the toasts, now in the page or in a dialog. */
export function toastHost(): HTMLElement {
  host ??= document.createElement('div')
  place()
  return host
}

/** Moves the toasts into a modal dialog until the returned function is called: everything outside it is inert. */
export function bringToasts(dialog: HTMLDialogElement): () => void {
  dialogs.push(dialog)
  place()
  return () => {
    dialogs.splice(dialogs.lastIndexOf(dialog), 1)
    place()
  }
}
