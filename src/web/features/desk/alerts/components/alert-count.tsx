import { useQuery } from '@tanstack/react-query'
import { alertsQuery, isUnseen } from '../../../../api/desk/alerts.ts'
import { featuresQuery } from '../../../../api/entitlements.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { deskText } from '../../../../text/desk.ts'
import classes from './alert-count.module.css'

const MINUTE_MS = 60_000
const MOST = 99

/** How many alerts nobody has looked at, beside the name of the tab. */
export function AlertCount() {
  const mayRead = useQuery(featuresQuery).data?.features.realTimeInfo ?? false
  const { data } = useQuery({ ...alertsQuery, enabled: mayRead })
  const now = useNow(MINUTE_MS)
  const unseen = (data ?? []).filter((alert) => isUnseen(alert, now)).length
  if (unseen === 0) return null
  return (
    <span className={classes.count} title={deskText.alertsUnseen(unseen)}>
      {unseen > MOST ? `${MOST}+` : unseen}
    </span>
  )
}
