import type { ComponentPropsWithoutRef } from 'react'
import classes from './link-button.module.css'

/** A button that looks like a link, for use within a sentence or a row. */
export function LinkButton({ className = '', ...rest }: ComponentPropsWithoutRef<'button'>) {
  return <button type="button" className={`${classes.link} ${className}`} {...rest} />
}
