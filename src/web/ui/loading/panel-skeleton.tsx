import { commonText } from '../../text/page.ts'
import { Bone } from './bone.tsx'
import classes from './page-loading.module.css'

/** A panel to come, while its chunk loads: heading, controls, content. Its own skeleton follows in the same places. */
export function PanelSkeleton() {
  return (
    <div className={classes.panel} role="status" aria-label={commonText.loading}>
      <Bone width="min(24rem, 60%)" height={30} />
      <Bone height={44} />
      <Bone height={420} />
    </div>
  )
}
