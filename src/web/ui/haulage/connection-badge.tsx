import { Wifi, WifiOff } from 'lucide-react'
import { commonText } from '../../text/page.ts'
import classes from './connection-badge.module.css'
import { phaseStyle } from './phase.tsx'

/** 'Online', 'Offline', or for null 'Conectando', with icon. It is as wide for each word, so the header does not shift. */
export function ConnectionBadge({ online }: { online: boolean | null }) {
  const Icon = online === false ? WifiOff : Wifi
  return (
    <span
      className={classes.badge}
      data-offline={online === false || undefined}
      style={phaseStyle(online ? 'done' : 'stale')}
      title={online ? commonText.onlineHint : online === null ? undefined : commonText.offlineHint}
      role="status"
    >
      <Icon size={14} />
      {online ? commonText.online : online === null ? commonText.connecting : commonText.offline}
    </span>
  )
}
