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
