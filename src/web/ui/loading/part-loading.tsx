import { Loader } from '@mantine/core'
import { commonText } from '../../text/common.ts'
import classes from './page-loading.module.css'

/** The spinner of a tab whose program is on its way. It begins where the tab will begin, so nothing jumps. */
export function PartLoading() {
  return (
    <div className={classes.part} aria-busy="true">
      <Loader role="status" aria-label={commonText.loading} />
    </div>
  )
}
