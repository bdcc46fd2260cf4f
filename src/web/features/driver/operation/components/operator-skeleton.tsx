import { commonText } from '../../../../text/page.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import classes from './area.module.css'
import barClasses from './bar.module.css'

export function OperatorSkeleton() {
  return (
    <div className={classes.area} role="status" aria-label={commonText.loading}>
      <div className={classes.tabs}>
        <div className={classes.tabList}>
          <div className={classes.tabBone} />
        </div>
        <div className={classes.panel}>
          <div className={classes.column}>
            <Bone height={32} width="60%" />
            <Bone height={196} />
            <Bone height={24} width="40%" />
            <Bone height={60} />
          </div>
        </div>
      </div>
      <div className={barClasses.bar}>
        <Bone height={64} />
      </div>
    </div>
  )
}
