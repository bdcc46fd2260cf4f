import { Loader } from '@mantine/core'
import { commonText } from '../../text/page.ts'
import classes from './page-loading.module.css'

/** The spinner of a whole page, while the user or a chunk of the program loads. */
export function PageLoading() {
  return (
    <main className={classes.page} aria-busy="true">
      <Loader size="lg" role="status" aria-label={commonText.loading} />
    </main>
  )
}
