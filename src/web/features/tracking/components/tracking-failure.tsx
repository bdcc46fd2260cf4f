import { Button } from '@mantine/core'
import { PackageSearch } from 'lucide-react'
import { Link } from 'wouter'
import { commonText } from '../../../text/common.ts'
import { trackingText as text } from '../../../text/tracking.ts'
import { LanguageSwitch } from '../../../ui/page/language-switch.tsx'
import { MessagePage } from '../../../ui/page/message-page.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import classes from './tracking.module.css'

export interface TrackingFailureProps {
  title: string
  hint: string
  onRetry?: () => void
  retrying?: boolean
}

/** What happened, what to do, and a link home. */
export function TrackingFailure({ title, hint, onRetry, retrying = false }: TrackingFailureProps) {
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
        {onRetry && (
          <Button onClick={onRetry} loading={retrying}>
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
