import '../../../../styles/styles-form.ts'
import '@mantine/core/styles/Switch.layer.css'
import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { CLOSED_DAYS } from '#domain/alert/kinds'
import type { Alert } from '../../../../api/alerts.ts'
import { alertsQuery, countUnhandled } from '../../../../api/alerts.ts'
import { DESK } from '../../../../lib/desk-address.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PanelSkeleton } from '../../../../ui/loading/panel-skeleton.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { AlertRow } from './alert-row.tsx'
import classes from './alerts.module.css'
import { HandleForm } from './handle-form.tsx'
import { PushSwitch } from './push-switch.tsx'
import { RulesList } from './rules-list.tsx'

const MINUTE_MS = 60_000

/** 'Avisos': what needs somebody, what was closed lately, and the rules. */
export function AlertsPanel() {
  const query = useQuery(alertsQuery)
  const now = useNow(MINUTE_MS)
  const [handled, setHandled] = useState<Alert | null>(null)
  const asked = useSearchParams()[0].get(DESK.alert)
  const close = () => setHandled(null)
  if (!query.data) {
    return query.isError ? <LoadFailure title={text.loadFailed} query={query} /> : <PanelSkeleton />
  }
  const { open, closed } = query.data
  return (
    <section aria-labelledby="alerts-heading" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="alerts-heading">{text.heading}</h2>
        <p role="status" className={classes.soft}>
          {text.count(countUnhandled(open, now))}
        </p>
      </header>
      {query.isError && <LoadFailure title={text.loadFailed} query={query} />}
      {open.length === 0 ? (
        <Empty Icon={BellOff} title={text.none}>
          <span>{text.noneHint}</span>
        </Empty>
      ) : (
        <Panel as="ul" className={classes.list} aria-label={text.open}>
          {open.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              now={now}
              asked={String(alert.id) === asked}
              onHandle={() => setHandled(alert)}
            />
          ))}
        </Panel>
      )}
      <div className={classes.columns}>
        <RulesList />
        <div className={classes.side}>
          <PushSwitch />
          <section aria-labelledby="closed-heading" className={classes.part}>
            <h3 id="closed-heading">{text.closedHeading(CLOSED_DAYS)}</h3>
            {closed.length === 0 ? (
              <p className={classes.soft}>{text.noneClosed}</p>
            ) : (
              <Panel as="ul" className={classes.list}>
                {closed.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} now={now} />
                ))}
              </Panel>
            )}
          </section>
        </div>
      </div>
      <Dialog
        opened={handled !== null}
        onClose={close}
        title={handled ? text.handleTitle(text.kinds[handled.kind], handled.containerNumber) : ''}
      >
        {handled && <HandleForm alert={handled} now={now} onClose={close} />}
      </Dialog>
    </section>
  )
}
