import { Panel } from '../../../../ui/panel/panel.tsx'
import '@mantine/dates/styles.layer.css'
import { adminSystemText as text } from '../../../../text/console.ts'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { AuditLog } from '../audit/audit-log.tsx'
import { useSettings } from '../settings/queries.ts'
import { Maintenance } from './maintenance.tsx'
import { MemoryActions } from './memory-actions.tsx'
import classes from './system.module.css'

/** Tab 'Sistema'. */
export function SystemPanel() {
  const { query, settings } = useSettings()
  return (
    <div className={classes.panel}>
      <section className={classes.part} aria-labelledby="admin-system">
        <h2 id="admin-system" tabIndex={-1}>
          {text.heading}
        </h2>
        {query.isError && <LoadFailure title={text.loadFailed} query={query} reason={query.error.message} />}
        <div className={classes.pair}>
          <Panel className={classes.card} aria-busy={settings === undefined}>
            <span className={classes.term}>{text.version}</span>
            <span className={classes.version}>{settings?.version || text.defaultVersion}</span>
          </Panel>
          <Maintenance on={settings === undefined ? null : settings.maintenance_mode === 'true'} />
        </div>
      </section>
      <MemoryActions />
      <AuditLog />
    </div>
  )
}
