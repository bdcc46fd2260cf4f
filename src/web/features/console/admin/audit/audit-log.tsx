import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Download, FilterX, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { auditFile } from '../../../../api/admin/system.ts'
import { deviceZone } from '../../../../lib/time/day-start.ts'
import { adminAuditText as text } from '../../../../text/console.ts'
import { commonText } from '../../../../text/page.ts'
import { DayRange } from '../../../../ui/data/day-range.tsx'
import { RefreshButton } from '../../../../ui/data/refresh-button.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { useSettings } from '../settings/queries.ts'
import table from '../table/table.module.css'
import { TableBones } from '../table/table-parts.tsx'
import classes from './audit.module.css'
import {
  ACTION_CHOICES,
  ACTOR_CHOICES,
  type AuditFilters,
  auditSearch,
  hasFilters,
  isAction,
  isActor,
  NO_AUDIT_FILTERS,
} from './audit-model.ts'
import { AuditTable } from './audit-table.tsx'
import { useAudit } from './queries.ts'

const TYPING_MS = 300

/** 'Bitácora de cambios': who changed what, newest first. */
export function AuditLog() {
  const [filters, setFilters] = useState(NO_AUDIT_FILTERS)
  const [typed] = useDebouncedValue(filters.text, TYPING_MS)
  const asked = useMemo(() => ({ ...filters, text: typed }), [filters, typed])
  // Not from /api/config, which answers 503 during maintenance: the console must work then.
  const zone = useSettings().settings?.timezone ?? deviceZone()
  const query = useAudit(asked, zone)
  const entries = query.data?.pages.flatMap((page) => page.entries)

  return (
    <section className={classes.log} aria-labelledby="admin-audit">
      <header className={classes.heading}>
        <h2 id="admin-audit">{text.heading}</h2>
        <p>{text.hint}</p>
        <RefreshButton
          label={text.refresh}
          refreshing={query.isFetching && !query.isFetchingNextPage && entries !== undefined}
          onRefresh={() => void query.refetch()}
        />
      </header>
      <Filters filters={filters} zone={zone} onChange={setFilters} />
      <Button
        component="a"
        href={auditFile(auditSearch(filters, zone, null, null))}
        download
        variant="default"
        leftSection={<Download size={18} />}
        style={{ justifySelf: 'start' }}
      >
        {text.exportFile}
      </Button>
      {query.isError && !query.isFetchNextPageError && (
        <LoadFailure title={text.loadFailed} query={query} reason={query.error.message} />
      )}
      {entries === undefined && !query.isError && <TableBones label={text.loading} />}
      {entries?.length === 0 && (
        <p className={table.empty} role="status">
          {hasFilters(filters) ? text.notFound : text.none}
        </p>
      )}
      {entries !== undefined && entries.length > 0 && (
        <>
          <AuditTable entries={entries} stale={query.isPlaceholderData} />
          <footer className={classes.foot}>
            {query.isFetchNextPageError && <span role="alert">{text.moreFailed}</span>}
            {query.hasNextPage ? (
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchNextPageError ? commonText.retry : text.more}
              </Button>
            ) : (
              <span>{text.end}</span>
            )}
          </footer>
        </>
      )}
    </section>
  )
}

const clearButton = (label: string) => ({
  'aria-label': `${text.clear}: ${label}`,
  'aria-hidden': false,
  tabIndex: 0,
})
const comboboxProps = { transitionProps: { duration: 0 } }

function Filters({
  filters,
  zone,
  onChange,
}: {
  filters: AuditFilters
  zone: string
  onChange: (filters: AuditFilters) => void
}) {
  const change = (part: Partial<AuditFilters>) => onChange({ ...filters, ...part })
  return (
    <search className={classes.filters}>
      <Select
        label={text.actor}
        placeholder={text.anyone}
        data={ACTOR_CHOICES}
        value={filters.actor}
        onChange={(value) => change({ actor: isActor(value) ? value : null })}
        clearable
        clearButtonProps={clearButton(text.actor)}
        comboboxProps={comboboxProps}
      />
      <Select
        label={text.action}
        placeholder={text.anything}
        data={ACTION_CHOICES}
        value={filters.action}
        onChange={(value) => change({ action: isAction(value) ? value : null })}
        searchable
        clearable
        nothingFoundMessage={text.nothingFound}
        clearButtonProps={clearButton(text.action)}
        comboboxProps={comboboxProps}
      />
      <TextInput
        className={classes.wide ?? ''}
        type="search"
        label={text.search}
        placeholder={text.searchHint}
        maxLength={100}
        leftSection={<Search size={18} />}
        rightSection={
          filters.text !== '' && (
            <CloseButton aria-label={commonText.clearSearch} size={32} onClick={() => change({ text: '' })} />
          )
        }
        value={filters.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <div className={classes.wide}>
        <DayRange
          id="audit-days"
          label={text.days}
          zone={zone}
          from={filters.from}
          to={filters.to}
          onChange={(from, to) => change({ from, to })}
        />
      </div>
      <ToolButton
        Icon={FilterX}
        variant="subtle"
        px={10}
        disabled={!hasFilters(filters)}
        onClick={() => onChange(NO_AUDIT_FILTERS)}
      >
        {text.clear}
      </ToolButton>
    </search>
  )
}
