/**
 * Disables Escape for all dialogs until the returned function is called. Preventing `cancel` is not enough: a browser that
 * saw no gesture since the last Escape closes a dialog without the event, and the dialog below it by the same press.
 */
export function withoutEscape(): () => void {
  // One listener for each caller, so that the first one to release Escape does not release it for all.
  const listener = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault()
  }
  window.addEventListener('keydown', listener, true)
  return () => window.removeEventListener('keydown', listener, true)
}
