import { trackingText as text } from '../../../text/tracking.ts'
import { Bone } from '../../../ui/loading/bone.tsx'
import classes from './tracking.module.css'

export function TrackingSkeleton() {
  return (
    <div className={classes.columns} role="status" aria-label={text.loading}>
      <div className={classes.answer}>
        <Bone height={32} width="60%" margin={16} />
        <Bone height={104} borderRadius={0} />
        <Bone height={24} width="70%" margin={16} />
        <Bone height={160} margin={16} />
      </div>
      <div className={classes.answer} style={{ padding: 16 }}>
        <Bone height={24} width="50%" />
        <Bone height={396} marginTop={16} />
      </div>
    </div>
  )
}
