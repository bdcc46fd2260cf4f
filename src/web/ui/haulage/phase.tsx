import {
  BedDouble,
  CircleCheckBig,
  Fuel,
  Hourglass,
  type LucideIcon,
  OctagonPause,
  PackageOpen,
  Toilet,
  Truck,
} from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { EventType, Phase, StopType } from '#domain/operation/steps'
import { phaseWord } from '../../text/labels.ts'
import './phase.css'
import classes from './phase.module.css'

const ICONS: Readonly<Record<Phase, LucideIcon>> = {
  driving: Truck,
  waiting: Hourglass,
  working: PackageOpen,
  stopped: OctagonPause,
  done: CircleCheckBig,
}

/** Colour never stands without icon and word. */
export const phaseLook = (phase: Phase) => ({ Icon: ICONS[phase], word: phaseWord(phase) })

/** `stale`: the data may be outdated (offline, or no update for long). */
export type PhaseColour = Phase | 'stale'

/** Sets `--band`, `--on-band`, `--soft` and `--ink` on an element, for its style sheet to use. */
export function phaseStyle(phase: PhaseColour): CSSProperties {
  return {
    '--band': `var(--phase-${phase}-band)`,
    '--on-band': `var(--phase-${phase}-on-band)`,
    '--soft': `var(--phase-${phase}-soft)`,
    '--ink': `var(--phase-${phase}-ink)`,
  } as CSSProperties
}

const STOP_ICONS: Readonly<Record<StopType, LucideIcon>> = {
  stop_bathroom: Toilet,
  stop_fuel: Fuel,
  stop_rest: BedDouble,
}

export const stopIcon = (stop: StopType): LucideIcon => STOP_ICONS[stop]

/** The icon of a state: a stop shows which stop, anything else its phase. */
export function stateIcon(eventType: EventType, phase: Phase): LucideIcon {
  return eventType in STOP_ICONS ? STOP_ICONS[eventType as StopType] : ICONS[phase]
}

/** Words in a pill of the phase's quiet colour. `small`: beside other small words. */
export function Pill({
  phase,
  Icon,
  small = false,
  title,
  children,
}: {
  phase: PhaseColour
  Icon?: LucideIcon
  small?: boolean
  title?: string | undefined
  children: ReactNode
}) {
  return (
    <span
      className={classes.pill}
      data-stale={phase === 'stale' || undefined}
      data-small={small || undefined}
      style={phaseStyle(phase)}
      title={title}
    >
      {Icon && <Icon size={small ? 14 : 16} />}
      {children}
    </span>
  )
}

/** Icon and word of a phase. `label` replaces the phase's own word. */
export function PhaseBadge({ phase, label }: { phase: Phase; label?: string }) {
  const { Icon, word } = phaseLook(phase)
  return (
    <Pill phase={phase} Icon={Icon}>
      {label ?? word}
    </Pill>
  )
}
