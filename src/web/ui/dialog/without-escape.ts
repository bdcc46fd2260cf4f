/**
 * Takes the Escape key from every dialog until the answer is called. Refusing `cancel` is not enough: a browser that saw
 * no gesture since the last Escape closes a dialog without asking, and the one below it by the same press.
 */
export function withoutEscape(): () => void {
  // Each caller has a listener of its own, so that the first to give Escape back does not give it back for all.
  const listener = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault()
  }
  window.addEventListener('keydown', listener, true)
  return () => window.removeEventListener('keydown', listener, true)
}
