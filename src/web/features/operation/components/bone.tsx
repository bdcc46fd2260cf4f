import classes from './bone.module.css'

/** A grey place of known height, for what is still on its way. */
export function Bone({ height, width = '100%' }: { height: number; width?: number | string }) {
  return <div className={classes.bone} style={{ height, width }} />
}
