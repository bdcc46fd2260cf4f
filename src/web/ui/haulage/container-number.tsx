import classes from './container-number.module.css'
import { groupContainerNumber } from './container-number-text.ts'

/** Owner, serial and check digit apart (`MSKU 123456 5`). The gaps are margins: copying gives `MSKU1234565`. */
export function ContainerNumber({ value, size }: { value: string; size?: number | string }) {
  const groups = groupContainerNumber(value)
  const style = size === undefined ? undefined : { fontSize: size }
  if (groups === null)
    return (
      <span className={classes.number} style={style}>
        {value}
      </span>
    )
  return (
    <span className={classes.number} style={style}>
      <span>{groups.owner}</span>
      <span className={classes.serial}>{groups.serial}</span>
      <span className={classes.check}>{groups.check}</span>
    </span>
  )
}
