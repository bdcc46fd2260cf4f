import { useEffect, useEffectEvent, useState } from 'react'
import { readStored, writeStored } from '../../../lib/storage.ts'

const KEY = 'alert-keys'

export type InboxKey =
  | 'next'
  | 'previous'
  | 'open'
  | 'acknowledge'
  | 'snooze'
  | 'take'
  | 'select'
  | 'close'
  | 'search'

const KEYS: Readonly<Record<string, InboxKey>> = {
  j: 'next',
  k: 'previous',
  o: 'open',
  e: 'acknowledge',
  s: 'snooze',
  m: 'take',
  x: 'select',
  Escape: 'close',
  '/': 'search',
}
/** Elsewhere on the page they scroll, and Enter presses what has the focus. */
const IN_LIST: Readonly<Record<string, InboxKey>> = { ArrowDown: 'next', ArrowUp: 'previous' }

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"])') ||
    target.closest('dialog') !== null)

/** Keys of the inbox while it is shown, unless somebody types; letters can be switched off (WCAG 2.1.4). */
export function useInboxKeys(onKey: (key: InboxKey) => void): { on: boolean; setOn: (on: boolean) => void } {
  const [on, setOn] = useState(() => readStored(KEY) !== false)
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const inRow = event.target instanceof Element && event.target.closest('[data-alert]') !== null
    const key = (inRow && IN_LIST[event.key]) || (on || event.key === 'Escape' ? KEYS[event.key] : undefined)
    if (!key) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return {
    on,
    setOn: (wanted) => {
      writeStored(KEY, wanted)
      setOn(wanted)
    },
  }
}
