import type { CSSProperties } from 'react'
import classes from './bone.module.css'

/** One grey place of a skeleton; its props are its size. */
export function Bone(size: CSSProperties) {
  return <i className={classes.bone} style={size} />
}
