import '../../../../styles/styles-form.ts'
import '@mantine/core/styles/Switch.layer.css'
import { useQuery } from '@tanstack/react-query'
import { alertsQuery } from '../../../../api/desk/alerts.ts'
import { useFiltersInAddress } from '../../../../lib/filters-in-address.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { panelId, TabList, tabId } from '../../../../ui/panel/tab-list.tsx'
import { inView, NO_FILTERS, readFilters, VIEWS, writeFilters } from '../inbox.ts'
import classes from './alerts.module.css'
import { Inbox } from './inbox.tsx'
import { PushSwitch } from './push-switch.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { RulesList } from './rules-list.tsx'

const MINUTE_MS = 60_000

/** 'Avisos': what needs somebody, what somebody has taken in hand, what was closed lately; and the rules. */
export function AlertsPanel() {
  const [filters, setFilters] = useFiltersInAddress(readFilters, writeFilters)
  const { data: open } = useQuery(alertsQuery)
  const now = useNow(MINUTE_MS)
  const { view } = filters
  const countOf = (one: 'pending' | 'handled') => open?.filter(inView(one, now)).length ?? 0
  return (
    <section aria-labelledby="alerts-heading" className={classes.panel}>
      <h2 id="alerts-heading">{text.heading}</h2>
      <TabList
        label={text.heading}
        className={classes.views}
        tabs={VIEWS.map((key) => ({
          key,
          label: text.views[key],
          badge: (key === 'pending' || key === 'handled') && (
            <span className={classes.total}>{countOf(key)}</span>
          ),
        }))}
        current={view}
        onOpen={(key) => setFilters({ ...NO_FILTERS, view: key })}
      />
      <div id={panelId(view)} role="tabpanel" aria-labelledby={tabId(view)} className={classes.part}>
        {view === 'rules' ? (
          <div className={classes.columns}>
            <RulesList />
            <div className={classes.part}>
              <PushSwitch />
              <QuietHours />
            </div>
          </div>
        ) : (
          <Inbox filters={filters} onFilters={(part) => setFilters({ ...filters, ...part })} />
        )}
      </div>
    </section>
  )
}
