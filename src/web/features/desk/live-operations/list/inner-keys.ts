import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Keys of a card or row that is one tab stop: arrows move through its links and buttons, Escape returns to it, Enter on
 * it calls `onOpen`. The controls themselves have `tabIndex={-1}`.
 */
export function innerKeys(onOpen: () => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { currentTarget: item, target, key } = event
    if (target instanceof HTMLInputElement) return
    if (key === 'Enter' && target === item) onOpen()
    else if (key === 'Escape' && target !== item) item.focus()
    else if (STEPS[key] !== undefined) {
      const controls = [...item.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
      const at = controls.indexOf(target as HTMLElement)
      const next = at < 0 && key === 'ArrowLeft' ? controls.length - 1 : at + STEPS[key]
      controls[next]?.focus()
    } else return
    event.preventDefault()
  }
}
