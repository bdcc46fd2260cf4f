import { Wifi, WifiOff } from 'lucide-react'
import { commonText } from '../../text/common.ts'
import classes from './connection-badge.module.css'
import { phaseStyle } from './phase.tsx'

/** 'Online' or 'Offline' with icon. Both words have the same width, so the header does not shift. */
export function ConnectionBadge({ online }: { online: boolean }) {
  const Icon = online ? Wifi : WifiOff
  return (
    <span
      className={classes.badge}
      data-offline={!online || undefined}
      style={phaseStyle(online ? 'done' : 'stale')}
      title={online ? commonText.onlineHint : commonText.offlineHint}
      role="status"
    >
      <Icon size={14} aria-hidden="true" />
      {online ? commonText.online : commonText.offline}
    </span>
  )
}
