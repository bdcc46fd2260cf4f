import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { kpisText as text } from '../../../text/kpis.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import classes from './panels.module.css'

/** A titled box. `tool` is right of the title. */
export function FigurePanel({
  title,
  hint,
  tool,
  children,
}: {
  title: string
  hint?: string
  tool?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Panel as="section" className={classes.panel} aria-labelledby={id}>
      <header className={classes.head}>
        <h3 id={id}>{title}</h3>
        {tool}
      </header>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
    </Panel>
  )
}

/** A figure that opens the events behind it. `of`: what it is about, for screen readers. */
export function FigureButton({
  figure,
  of,
  big = false,
  onOpen,
}: {
  figure: string
  of: string
  big?: boolean
  onOpen: () => void
}) {
  return (
    <button
      type="button"
      className={`${classes.cell} ${big ? classes.big : ''}`}
      aria-label={`${figure}. ${of}`}
      onClick={onOpen}
    >
      {figure}
    </button>
  )
}

/** In place of a figure whose calculation failed. */
export function PanelFailed({ title }: { title: string }) {
  return (
    <FigurePanel title={title}>
      <p className={classes.failed}>
        <CircleAlert size={20} aria-hidden="true" />
        <strong>{text.failed}</strong> {text.failedHint}
      </p>
    </FigurePanel>
  )
}
