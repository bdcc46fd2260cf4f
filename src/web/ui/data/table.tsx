import type { ComponentPropsWithoutRef } from 'react'
import classes from './table.module.css'

/** A table in the product's look; `className` may change any of it. */
export function Table({ className = '', ...rest }: ComponentPropsWithoutRef<'table'>) {
  return <table className={`${classes.table} ${className}`} {...rest} />
}
