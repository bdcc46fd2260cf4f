import { Button } from '@mantine/core'
import { CloudAlert } from 'lucide-react'
import { HttpError } from '../../lib/http.ts'
import { commonText } from '../../text/common.ts'
import classes from './load-failure.module.css'

export interface LoadFailureProps {
  title: string
  /** What the query failed with; a server's sentence is shown, a lost connection is explained. */
  error: unknown
  /** The sentence for `error`, from whoever knows it better. */
  reason?: string
  onRetry: () => void
  retrying?: boolean
  /** Fills the whole page instead of its place in one. */
  page?: boolean
}

/** Something could not be loaded: what, why, and the way to try again. */
export function LoadFailure({
  title,
  error,
  reason = error instanceof HttpError ? error.sentence : commonText.noConnection,
  onRetry,
  retrying = false,
  page = false,
}: LoadFailureProps) {
  const Frame = page ? 'main' : 'div'
  return (
    <Frame className={classes.failure} data-page={page || undefined} role="alert">
      <CloudAlert size={32} aria-hidden="true" />
      <strong>{title}</strong>
      <span>{reason}</span>
      <Button variant="default" onClick={onRetry} loading={retrying}>
        {commonText.retry}
      </Button>
    </Frame>
  )
}
