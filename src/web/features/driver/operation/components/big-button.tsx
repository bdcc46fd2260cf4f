import { Loader } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './bar.module.css'

export interface BigButtonProps {
  icon: LucideIcon
  children: ReactNode
  onClick?: () => void
  type?: 'button' | 'submit'
  disabled?: boolean
  /** Shows a spinner instead of the icon. */
  busy?: boolean
  /** Presses are ignored for a moment. Not disabled, which a screen reader would announce. */
  resting?: boolean
}

/** 64 px high and as wide as the screen, for gloves. */
export function BigButton({
  icon: Icon,
  children,
  onClick,
  type = 'button',
  disabled,
  busy,
  resting,
}: BigButtonProps) {
  return (
    <button
      type={type}
      className={classes.big}
      onClick={onClick}
      disabled={disabled}
      data-busy={busy || undefined}
      data-resting={resting || undefined}
      aria-busy={busy}
    >
      {busy ? <Loader size={24} color="currentColor" /> : <Icon size={24} />}
      <span>{children}</span>
    </button>
  )
}
