import { Select, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { supervisorMetricsQuery } from '../../../../api/admin/users.ts'
import { adminUsersText, adminMetricsText as text } from '../../../../text/console.ts'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import type { Place, View } from '../place.ts'
import { useUsers } from '../users/queries.ts'
import classes from './metrics.module.css'
import { hasMetrics } from './metrics-model.ts'
import { Activity, OperatorsOf, Summary } from './metrics-views.tsx'
import { UsageTable } from './usage-table.tsx'

const VIEWS: readonly { view: View; label: string }[] = [
  { view: 'resumen', label: text.summary },
  { view: 'operadores', label: text.operators },
  { view: 'actividad', label: text.activity },
]

/** More options open slowly and are too many to read. */
const MOST = 100

/** Tab 'Métricas': totals of a supervisor's operators. */
export function MetricsPanel({ place, onGo }: { place: Place; onGo: (to: Partial<Place>) => void }) {
  const { query, users } = useUsers()
  const many = users?.supervisors.length ?? 0
  return (
    <section aria-labelledby="admin-metrics" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="admin-metrics" tabIndex={-1}>
          {text.heading}
        </h2>
        <Select
          className={classes.choose ?? ''}
          label={text.supervisor}
          placeholder={text.choose}
          data={(users?.supervisors ?? []).map(({ id, displayName, username }) => ({
            value: String(id),
            label: `${displayName} (${username})`,
          }))}
          value={place.user === null ? null : String(place.user)}
          onChange={(value) => value !== null && onGo({ user: Number(value) })}
          allowDeselect={false}
          searchable
          nothingFoundMessage={
            users ? text.nothingFound : query.isError ? adminUsersText.loadFailed : adminUsersText.loading
          }
          limit={MOST}
          description={many > MOST ? text.firstOnly(MOST, many) : undefined}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      </header>
      {query.isError && (
        <LoadFailure title={adminUsersText.loadFailed} query={query} reason={query.error.message} />
      )}
      {place.user === null ? (
        <UsageTable onChoose={(user) => onGo({ user })} />
      ) : (
        <Tabs
          value={place.view}
          onChange={(view) => onGo({ view: (view ?? 'resumen') as View })}
          keepMounted={false}
        >
          <Tabs.List aria-label={text.views}>
            {VIEWS.map(({ view, label }) => (
              <Tabs.Tab key={view} value={view} className={classes.view ?? ''}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={place.view} className={classes.content ?? ''}>
            <Metrics id={place.user} view={place.view} />
          </Tabs.Panel>
        </Tabs>
      )}
    </section>
  )
}

const BONES = ['a', 'b', 'c', 'd', 'e', 'f']

function Metrics({ id, view }: { id: number; view: View }) {
  const query = useQuery(supervisorMetricsQuery(id))
  if (query.isPending) {
    return (
      <div className={classes.cards} role="status" aria-label={text.loading}>
        {BONES.map((bone) => (
          <Panel key={bone} className={classes.card}>
            <Bone width="60%" height={18} />
          </Panel>
        ))}
      </div>
    )
  }
  if (query.error) return <LoadFailure title={text.loadFailed} query={query} reason={query.error.message} />
  const { data } = query
  if (!hasMetrics(data)) {
    return (
      <Empty role="status" title={text.none}>
        {text.noneHint}
      </Empty>
    )
  }
  if (view === 'resumen') return <Summary answer={data} />
  if (view === 'operadores') return <OperatorsOf operators={data.metrics.operators} />
  return <Activity operators={data.metrics.operators} />
}
