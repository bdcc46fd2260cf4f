import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { keptIdentity } from '../../../api/people/identity.ts'
import { isAdminArea } from '../../../lib/admin-area.ts'
import { maintenance } from '../../../lib/maintenance.ts'
import { useStore } from '../../../lib/store.ts'
import { maintenanceText as text } from '../../../text/page.ts'
import { Cover } from '../../../ui/page/cover.tsx'
import classes from './maintenance.module.css'
import { useUntilOver } from './until-over.ts'

/** Covers the page during maintenance, except the driver's: that one keeps steps on the phone. */
export function MaintenanceScreen() {
  const [path] = useLocation()
  // Not in the console, where maintenance is switched off.
  const lasts = useStore(maintenance) && !isAdminArea(path)
  const { check, checking, asked } = useUntilOver(lasts, path === '/operator')
  const on = lasts && !(path === '/operator' && keptIdentity()?.role === 'operator')

  return (
    <Cover on={on} id="maintenance-title" title={text.title}>
      <p>{text.lead}</p>
      <h2 className={classes.subtitle}>{text.driversTitle}</h2>
      <p>{text.drivers}</p>
      <Button size="lg" variant="default" onClick={check} aria-disabled={checking}>
        {checking ? text.checking : text.retry}
      </Button>
      <p className={classes.status} role="status">
        {asked && !checking ? text.stillOn : ''}
      </p>
    </Cover>
  )
}
