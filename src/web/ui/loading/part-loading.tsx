import { Loader } from '@mantine/core'
import { commonText } from '../../text/page.ts'
import classes from './page-loading.module.css'

/** The spinner of a tab whose chunk loads. It starts where the tab will start, so nothing shifts. */
export function PartLoading() {
  return (
    <div className={classes.part} aria-busy="true">
      <Loader role="status" aria-label={commonText.loading} />
    </div>
  )
}
