import { Lock } from 'lucide-react'
import { HttpError } from '../../../../lib/http.ts'
import { liveOperationsText, kpisText as text } from '../../../../text/desk.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure, type LoadFailureProps } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import classes from './behind.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** In place of rows that are loading or could not be loaded. `premium`: they belong to another premium feature. */
export function NoRowsYet({
  title,
  query,
  premium = false,
}: Pick<LoadFailureProps, 'title' | 'query'> & { premium?: boolean }) {
  if (premium && query.error instanceof HttpError && query.error.code === 'premium') {
    return (
      <Empty small Icon={Lock} title={liveOperationsText.locked}>
        {text.premiumEvents}
      </Empty>
    )
  }
  if (query.error) return <LoadFailure title={title} query={query} />
  return (
    <div className={classes.list} role="status" aria-label={text.loadingRows}>
      {ROWS.map((row) => (
        <Bone key={row} height={40} />
      ))}
    </div>
  )
}
