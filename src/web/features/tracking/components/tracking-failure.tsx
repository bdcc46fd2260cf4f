import { Button } from '@mantine/core'
import { PackageSearch } from 'lucide-react'
import { Link } from 'wouter'
import { commonText } from '../../../text/common.ts'
import { trackingText as text } from '../../../text/tracking.ts'
import { LanguageSwitch } from '../../../ui/page/language-switch.tsx'
import { MessagePage } from '../../../ui/page/message-page.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import classes from './tracking.module.css'

/** What happened, what to do, and a link home. `query`: what can be tried again. */
export function TrackingFailure({
  title,
  hint,
  query,
}: {
  title: string
  hint: string
  query?: { isFetching: boolean; refetch: () => unknown }
}) {
  return (
    <MessagePage>
      <PageTitle>{text.title}</PageTitle>
      <PackageSearch size={48} aria-hidden="true" />
      <p className={classes.failureArea}>{text.title}</p>
      <div role="alert">
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
      <div className={classes.failureActions}>
        {query && (
          <Button onClick={() => void query.refetch()} loading={query.isFetching}>
            {commonText.retry}
          </Button>
        )}
        <Button component={Link} href="/" variant="default">
          {text.home}
        </Button>
      </div>
      <LanguageSwitch />
    </MessagePage>
  )
}
