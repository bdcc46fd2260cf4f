import { Button } from '@mantine/core'
import { CloudAlert } from 'lucide-react'
import { HttpError } from '../../lib/http.ts'
import { commonText } from '../../text/page.ts'
import classes from './load-failure.module.css'

export interface LoadFailureProps {
  title: string
  /** The failed query. Of its error, the server's sentence is shown; a lost connection is explained. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Replaces the default sentence for the error. */
  reason?: string
  /** Fills the whole page. */
  page?: boolean
}

/** What could not be loaded and why, with a retry button. */
export function LoadFailure({
  title,
  query: { error, isFetching, refetch },
  reason = error instanceof HttpError ? error.sentence : commonText.noConnection,
  page = false,
}: LoadFailureProps) {
  const Frame = page ? 'main' : 'div'
  return (
    <Frame className={classes.failure} data-page={page || undefined} role="alert">
      <CloudAlert size={32} />
      <strong>{title}</strong>
      <span>{reason}</span>
      <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
        {commonText.retry}
      </Button>
    </Frame>
  )
}
