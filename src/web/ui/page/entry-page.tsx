import type { ReactNode } from 'react'
import classes from './entry-page.module.css'
import { Mark } from './mark.tsx'

export interface EntryPageProps {
  /** An `h1`. */
  title: ReactNode
  subtitle: string
  /** The card (class `card` of the sheet, forms with `form`), and what follows below it. */
  children: ReactNode
}

/** The page before sign-in: the mark with its title, and a card of tabs below. */
export function EntryPage({ title, subtitle, children }: EntryPageProps) {
  return (
    <main className={classes.page}>
      <header className={classes.brand}>
        <Mark size={56} />
        <div>
          {title}
          <p className={classes.subtitle}>{subtitle}</p>
        </div>
      </header>
      {children}
    </main>
  )
}
