import type { ComponentPropsWithoutRef } from 'react'
import classes from './table.module.css'

/** A table in the product's look; `className` may change any of it. `cards`: on a narrow screen each row is a card. */
export function Table({
  cards = false,
  className = '',
  ...rest
}: ComponentPropsWithoutRef<'table'> & { cards?: boolean }) {
  return <table className={`${classes.table} ${className}`} data-cards={cards || undefined} {...rest} />
}

/** The head of a table; `labels` are unique. */
export function TableHead({ labels }: { labels: readonly string[] }) {
  return (
    <thead>
      <tr>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** In the place of rows that a virtual list has not in the DOM. The sheet of the screen has a class for it on a narrow screen. */
export function Spacer({
  height,
  columns,
  className,
}: {
  height: number
  columns: number
  className?: string | undefined
}) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus; an empty row read out only confuses
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} className={className} />
    </tr>
  )
}
