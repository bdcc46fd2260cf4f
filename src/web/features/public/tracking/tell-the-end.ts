/** 'Avisarme al completar': tells in this browser that the operation has ended, while the page is open. */

const box = document.getElementById('notify')
const button = box?.querySelector('button')
const said = box?.querySelector<HTMLElement>('[role="status"]')

/** Whether somebody wants to be told. */
export const isWaiting = (): boolean => button?.getAttribute('aria-pressed') === 'true'

/** Shows the button, which without JavaScript could do nothing. */
export function offerToTell(): void {
  if (!box || !button || !said) return
  box.hidden = false
  button.addEventListener('click', () => {
    const on = !isWaiting()
    button.setAttribute('aria-pressed', String(on))
    said.textContent = on ? (said.dataset.on ?? '') : ''
    // Refused, or not there: the title and this page still tell it.
    if (on && 'Notification' in window && Notification.permission === 'default') {
      void Notification.requestPermission()
    }
  })
}

/** Tells it, once, when the operation has ended since the page was opened. */
export function tellTheEnd(): void {
  const ended = document.getElementById('tracked')?.dataset.ended !== undefined
  if (!ended || !box || !button || !said) return
  const wanted = isWaiting()
  button.remove()
  if (!wanted) return
  const words = said.dataset.done ?? ''
  const number = document.title.split(' · ')[0] ?? ''
  said.textContent = words
  document.title = `✓ ${document.title}`
  navigator.vibrate?.([200, 100, 200])
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    new Notification(words, { body: number, icon: '/favicon.svg', tag: location.pathname })
  } catch {
    // Chrome on Android shows them only through a service worker.
    void navigator.serviceWorker
      ?.getRegistration()
      .then((worker) => worker?.showNotification(words, { body: number, tag: location.pathname }))
  }
}
