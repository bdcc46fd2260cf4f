import { Lock, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { liveOperationsText as text } from '../../../text/live-operations.ts'
import classes from './desk.module.css'

export interface DeskTab {
  key: string
  label: string
  Icon: LucideIcon
  /** Not in the supervisor's plan: greyed out and not to be opened. */
  locked: boolean
}

export const tabId = (key: string): string => `desk-tab-${key}`
export const panelId = (key: string): string => `desk-panel-${key}`

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** The desk's tab bar: arrow keys move, locked tabs are passed over. */
export function DeskTabs({
  tabs,
  current,
  onOpen,
}: {
  tabs: readonly DeskTab[]
  current: string
  onOpen: (key: string) => void
}) {
  const bar = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (step === undefined) return
    const open = tabs.filter(({ locked, key }) => !locked || key === current)
    const at = open.findIndex(({ key }) => key === current)
    const next = open[(at + step + open.length) % open.length]
    if (!next) return
    event.preventDefault()
    onOpen(next.key)
    bar.current?.querySelector<HTMLElement>(`#${tabId(next.key)}`)?.focus()
  }

  return (
    <div ref={bar} role="tablist" aria-label={text.tabs} className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map(({ key, label, Icon, locked }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabId(key)}
          className={classes.tab}
          aria-selected={key === current}
          aria-controls={key === current ? panelId(key) : undefined}
          aria-disabled={locked || undefined}
          tabIndex={key === current ? 0 : -1}
          title={locked ? text.locked : undefined}
          onClick={() => {
            if (!locked) onOpen(key)
          }}
        >
          {locked ? <Lock size={18} aria-hidden="true" /> : <Icon size={18} aria-hidden="true" />}
          {label}
        </button>
      ))}
    </div>
  )
}
