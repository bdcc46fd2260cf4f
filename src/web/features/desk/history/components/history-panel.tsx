import '../../../../styles/styles-form.ts'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/dates/styles.layer.css'
import { Button } from '@mantine/core'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { CorrectionTarget } from '../../../../api/desk/corrections.ts'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { useProductZone } from '../../../../api/product-config.ts'
import { useFiltersInAddress } from '../../../../lib/filters-in-address.ts'
import { historyText as text } from '../../../../text/desk.ts'
import { eventLogText } from '../../../../text/page.ts'
import { ReportedRefresh } from '../../../../ui/data/refresh-button.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { countFilters, NO_FILTERS, readFilters, writeFilters } from '../filters.ts'
import { useHistory } from '../queries.ts'
import { EventTable, TableSkeleton } from './event-table.tsx'
import { ExportPopover } from './export-popover.tsx'
import { FilterBar } from './filter-bar.tsx'
import classes from './history.module.css'

/** 'Mis Logs de Operación': every event of the supervisor's operators, filtered by the server, live on top. */
export function HistoryPanel({
  onCorrect,
  onPack,
}: {
  onCorrect: (target: CorrectionTarget) => void
  onPack: (target: PackTarget) => void
}) {
  const [filters, setFilters] = useFiltersInAddress(readFilters, writeFilters)
  const zone = useProductZone()
  const list = useHistory(filters, zone)
  const { query, narrowing, history } = list
  const [held, setHeld] = useState(0)
  const filtered = countFilters(filters) > 0
  const shown = history && history.rows.length - held

  return (
    <section aria-labelledby="history-heading" className={classes.panel}>
      <header className={classes.heading}>
        <h2 id="history-heading">{text.heading}</h2>
        <p className={classes.count} role="status">
          {history && shown !== null ? text.showing(shown, history.total) : ' '}
        </p>
        <div className={classes.actions}>
          <ReportedRefresh id="logs-refreshed" words={text} refetch={() => query.refetch()} />
          <ExportPopover narrowing={narrowing} />
        </div>
      </header>
      <FilterBar filters={filters} zone={zone} onChange={setFilters} />
      {query.isError && !query.isFetchNextPageError && (
        <LoadFailure title={eventLogText.invalid} query={query} />
      )}
      {history === null && !query.isError && <TableSkeleton />}
      {history?.rows.length === 0 && !query.isError && (
        <Empty Icon={ScrollText} title={eventLogText.empty}>
          <span>{filtered ? text.filteredHint : eventLogText.emptyHint}</span>
          {filtered && (
            <Button variant="default" onClick={() => setFilters(NO_FILTERS)}>
              {text.clear}
            </Button>
          )}
        </Empty>
      )}
      {history !== null && history.rows.length > 0 && (
        <EventTable
          // New filters: the list starts at its top and holds nothing back.
          key={JSON.stringify(narrowing)}
          rows={history.rows}
          list={list}
          onHeld={setHeld}
          onCorrect={onCorrect}
          onPack={onPack}
        />
      )}
    </section>
  )
}
