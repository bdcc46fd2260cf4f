import type { LucideIcon } from 'lucide-react'
import type { Phase } from '#domain/operation/steps'
import { phaseStyle } from '../haulage/phase.tsx'
import classes from './radio-tiles.module.css'

/** Radio buttons as tiles of icon and word in one row; the chosen one takes the colours of `phase`. */
export function RadioTiles<Value extends string>({
  name,
  legend,
  phase,
  tiles,
  value,
  disabled,
  onChange,
}: {
  name: string
  legend: string
  phase: Phase
  tiles: readonly { value: Value; label: string; Icon: LucideIcon }[]
  value: Value | null
  disabled?: boolean
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className={classes.tiles} disabled={disabled} style={phaseStyle(phase)}>
      <legend>{legend}</legend>
      {tiles.map(({ value: each, label, Icon }) => (
        <label key={each} className={classes.tile}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={value === each}
            onChange={() => onChange(each)}
          />
          <Icon size={28} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
