import { type KeyboardEvent, useRef } from 'react'
import { trackingText as text } from '../../../text/tracking.ts'
import classes from './tracking.module.css'

export type View = 'current' | 'history'

const VIEWS: readonly View[] = ['current', 'history']

/** `ready`: whether the panels are there already. */
export function ViewTabs({
  view,
  onView,
  ready,
}: {
  view: View
  onView: (view: View) => void
  ready: boolean
}) {
  const bar = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next: View = view === 'current' ? 'history' : 'current'
    event.preventDefault()
    onView(next)
    bar.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }

  return (
    <div ref={bar} role="tablist" aria-label={text.tabs} className={classes.tabs} onKeyDown={onKeyDown}>
      {VIEWS.map((key) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`tab-${key}`}
          aria-selected={view === key}
          aria-controls={ready ? `view-${key}` : undefined}
          tabIndex={view === key ? 0 : -1}
          className={classes.tab}
          onClick={() => onView(key)}
        >
          {text[key]}
        </button>
      ))}
    </div>
  )
}
