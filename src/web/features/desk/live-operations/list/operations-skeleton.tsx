import { liveOperationsText as text } from '../../../../text/desk.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import classes from './operations-grid.module.css'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The cards to come. */
export function OperationsSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-label={text.loading}>
      {SKELETONS.map((key) => (
        <Panel key={key} className={classes.skeleton}>
          <Bone width="55%" />
          <Bone />
          <Bone width="35%" />
          <Bone />
          <Bone />
          <Bone />
        </Panel>
      ))}
    </div>
  )
}
