import type { HTMLAttributes } from 'react'
import classes from './panel.module.css'

type PanelProps = HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' | 'article' | 'nav' | 'ul' | 'li' }

/** A surface with border and round corners; `className` lays out its content. */
export function Panel({ as: Tag = 'div', className = '', ...rest }: PanelProps) {
  return <Tag className={`${classes.panel} ${className}`} {...rest} />
}
