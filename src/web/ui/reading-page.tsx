import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Mark } from './mark.tsx'
import classes from './reading-page.module.css'

/** A public page made of text: mark, title, and a way back. */
export function ReadingPage({
  title,
  back,
  children,
}: {
  title: string
  back: { href: string; label: string }
  children: ReactNode
}) {
  return (
    <main className={classes.page}>
      <Mark size={44} />
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.text}>{children}</div>
      <Link href={back.href} className={classes.back}>
        <ArrowLeft size={18} aria-hidden="true" />
        {back.label}
      </Link>
    </main>
  )
}
