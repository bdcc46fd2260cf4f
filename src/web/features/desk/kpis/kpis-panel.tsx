import { StaleStrip } from '../../../ui/loading/stale-strip.tsx'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/charts/styles.layer.css'
import { Button } from '@mantine/core'
import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { useFiltersInAddress } from '../../../lib/filters-in-address.ts'
import { formatTime } from '../../../lib/time/date-time.ts'
import { useNewestMonth } from '../../../lib/time/newest-month.ts'
import { kpisText as text } from '../../../text/desk.ts'
import { commonText } from '../../../text/page.ts'
import { Bone } from '../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { LinkButton } from '../../../ui/panel/link-button.tsx'
import { BehindDrawer } from './behind/behind-drawer.tsx'
import { type Behind, kpiCards } from './cards.ts'
import { Calibration } from './components/calibration.tsx'
import { FiltersBar } from './components/filters-bar.tsx'
import cards from './components/kpi-cards.module.css'
import { KpiCards } from './components/kpi-cards.tsx'
import { KpiCharts } from './components/kpi-charts.tsx'
import classes from './components/kpis-panel.module.css'
import panels from './components/panels.module.css'
import { Panels } from './components/panels.tsx'
import { kpiSearch, readFilters, writeFilters } from './filters.ts'
import { monthBefore } from './month.ts'
import { useKpis, usePastKpis } from './queries.ts'
import { useExportReport, useSaveReport } from './reports/queries.ts'
import { reportRequest } from './reports/report.ts'
import { ReportsDrawer } from './reports/reports-drawer.tsx'
import { TurnHours } from './turn-times/turn-hours.tsx'
import { TurnTimes } from './turn-times/turn-times.tsx'

/** 'Indicadores de Rendimiento': filters, figures, panels, charts and reports. */
export function KpisPanel() {
  const [filters, setFilters] = useFiltersInAddress(readFilters, writeFilters)
  const [behind, setBehind] = useState<Behind | null>(null)
  const [reports, setReports] = useState(false)
  const query = useKpis(kpiSearch(filters))
  const kpis = query.data
  const before = usePastKpis(
    kpis === undefined ? '' : kpiSearch({ ...filters, month: monthBefore(kpis.month) }),
    kpis !== undefined && !query.isPlaceholderData,
  )
  const save = useSaveReport()
  const exported = useExportReport()
  const newest = useNewestMonth(kpis?.month, filters.month)
  const corrections = kpis?.corrections ?? 0
  // Nothing is saved while the figures on the screen belong to other filters.
  const settled = kpis !== undefined && !query.isPlaceholderData ? kpis : null

  return (
    <section aria-labelledby="kpis-heading" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="kpis-heading">{text.heading}</h2>
        {kpis && (
          <p className={classes.stamp} title={text.zone(kpis.timezone)}>
            {text.calculatedAt(formatTime(kpis.generatedAt))}
            {corrections > 0 && (
              <>
                {' · '}
                <LinkButton onClick={() => setBehind({ kind: 'corrections', title: text.correctionsTitle })}>
                  {text.corrections(corrections)}
                </LinkButton>
              </>
            )}
          </p>
        )}
      </header>
      <FiltersBar
        filters={filters}
        onChange={setFilters}
        month={filters.month ?? kpis?.month ?? null}
        newest={newest}
        onSave={
          settled &&
          (() => save.mutate({ ...reportRequest(settled, filters), timestamp: settled.generatedAt }))
        }
        saving={save.isPending}
        onExport={settled && (() => exported.mutate(reportRequest(settled, filters)))}
        exporting={exported.isPending}
        onReports={() => setReports(true)}
      />
      {kpis === undefined ? (
        query.isError ? (
          <LoadFailure title={text.loadFailed} query={query} />
        ) : (
          <KpisSkeleton />
        )
      ) : (
        <div
          className={classes.figures}
          data-old={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
        >
          {query.isError && (
            <StaleStrip Icon={CloudOff} role="alert">
              {text.staleFailed}
              <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
                {commonText.retry}
              </Button>
            </StaleStrip>
          )}
          <KpiCards cards={kpiCards(kpis, before.data ?? null, filters.month === null)} onOpen={setBehind} />
          <Panels kpis={kpis} onOpen={setBehind} />
          <TurnTimes kpis={kpis} filters={filters} onOpen={setBehind} />
          <TurnHours kpis={kpis} filters={filters} onOpen={setBehind} />
          <KpiCharts kpis={kpis} onOpen={setBehind} />
          <Calibration month={kpis.month} />
        </div>
      )}
      {behind && kpis && (
        <BehindDrawer
          behind={behind}
          filters={filters}
          month={kpis.month}
          corrections={corrections}
          onClose={() => setBehind(null)}
        />
      )}
      {reports && <ReportsDrawer onClose={() => setReports(false)} />}
    </section>
  )
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const PANELS = ['a', 'b', 'c', 'd']

function KpisSkeleton() {
  return (
    <div className={classes.figures} role="status" aria-label={text.loading}>
      <div className={cards.cards}>
        {CARDS.map((card) => (
          <Bone key={card} height={148} />
        ))}
      </div>
      <div className={panels.panels}>
        {PANELS.map((panel) => (
          <Bone key={panel} height={300} />
        ))}
      </div>
    </div>
  )
}
