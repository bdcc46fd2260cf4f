import { Lock, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import classes from './tab-list.module.css'

export interface TabItem<Key extends string = string> {
  key: Key
  label: string
  Icon?: LucideIcon
  /** After the label. */
  badge?: ReactNode
  /** Why the tab is locked; null or missing: it is not. */
  locked?: string | null
}

export const tabId = (key: string): string => `tab-${key}`
export const panelId = (key: string): string => `panel-${key}`

/** Index of the tab that a key leads to; negative: counted from the last. */
const MOVES: Readonly<Record<string, (from: number) => number>> = {
  ArrowRight: (from) => from + 1,
  ArrowLeft: (from) => from - 1,
  Home: () => 0,
  End: () => -1,
}

/**
 * A tab list: arrow keys, Home and End move and open; a locked tab only says why it is locked. The panels take their ids
 * from `panelId`.
 */
export function TabList<Key extends string>({
  label,
  className,
  tabs,
  current,
  controls = [current],
  onOpen,
}: {
  /** Where nothing else names the tabs. */
  label?: string
  className: string | undefined
  tabs: readonly TabItem<Key>[]
  current: Key
  /** Keys of the panels in the document. */
  controls?: readonly Key[]
  onOpen: (key: Key) => void
}) {
  const bar = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const move = MOVES[event.key]
    if (move === undefined) return
    const at = tabs.findIndex(({ key }) => tabId(key) === (event.target as HTMLElement).id)
    const next = tabs.at(move(at) % tabs.length)
    if (!next) return
    event.preventDefault()
    if (!next.locked) onOpen(next.key)
    bar.current?.querySelector<HTMLElement>(`#${tabId(next.key)}`)?.focus()
  }

  return (
    <div ref={bar} role="tablist" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {tabs.map(({ key, label: words, Icon, badge, locked }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabId(key)}
          className={classes.tab}
          aria-selected={key === current}
          aria-controls={controls.includes(key) ? panelId(key) : undefined}
          aria-disabled={locked ? true : undefined}
          tabIndex={key === current ? 0 : -1}
          title={locked ?? undefined}
          aria-description={locked ?? undefined}
          data-why={locked ?? undefined}
          onClick={() => {
            if (!locked) onOpen(key)
          }}
        >
          {locked ? <Lock size={18} /> : Icon && <Icon size={18} />}
          {words}
          {!locked && badge}
        </button>
      ))}
    </div>
  )
}
