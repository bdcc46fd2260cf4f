import { Link } from 'wouter'
import { notFoundText as text } from '../text/not-found.ts'
import { LanguageSwitch } from '../ui/page/language-switch.tsx'
import { Mark } from '../ui/page/mark.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import classes from './not-found.module.css'

export default function NotFoundRoute() {
  return (
    <main className={classes.page}>
      <PageTitle>{text.title}</PageTitle>
      <Mark size={56} />
      <h1 className={classes.title}>{text.title}</h1>
      <p>{text.hint}</p>
      <Link href="/" className={classes.home}>
        {text.home}
      </Link>
      <LanguageSwitch />
    </main>
  )
}
