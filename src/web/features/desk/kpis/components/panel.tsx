import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { kpisText as text } from '../../../../text/desk.ts'
import { Table } from '../../../../ui/data/table.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './panels.module.css'

/** A titled box. `counts`: what its figures count; `tool` is right of the title. */
export function FigurePanel({
  title,
  counts,
  tool,
  children,
}: {
  title: string
  counts?: string
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
      {counts !== undefined && (
        <p className={classes.hint}>
          {text.whatCounts}: {counts}
        </p>
      )}
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

/** `title`: of its panel. `name` heads the first column, `columns` those of figures. `low`: a long one scrolls down, too. */
export function FigureTable({
  title,
  name,
  columns,
  low = false,
  children,
}: {
  title: string
  name: string
  columns: readonly { label: string; hint?: string }[]
  low?: boolean
  children: ReactNode
}) {
  return (
    <section
      className={classes.frame}
      data-low={low || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={text.tableOf(title)}
    >
      <Table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {columns.map(({ label, hint }) => (
              <th key={label} scope="col" className={classes.number} title={hint}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </section>
  )
}

/** In place of a figure whose calculation failed. */
export function PanelFailed({ title }: { title: string }) {
  return (
    <FigurePanel title={title}>
      <p className={classes.failed}>
        <CircleAlert size={20} />
        <strong>{text.failed}</strong> {text.failedHint}
      </p>
    </FigurePanel>
  )
}
